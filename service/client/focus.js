// @ts-check
// The focus: when a decision takes away what had it, it goes to the question, never to nowhere.

/** What has the focus; nothing if nothing has, or what had it is hidden or disabled. */
function focused() {
  const { activeElement, body } = document;
  if (!activeElement || activeElement === body || activeElement.matches(":disabled")) return null;
  return activeElement.checkVisibility() ? activeElement : null;
}

export class Focus {
  /** With what somebody decided.
   * @type {Element | null} */
  from = null;
  /** Whether anything had the focus before the choices were replaced. */
  had = false;

  /**
   * @param {HTMLElement} question
   * @param {HTMLElement[]} stays what keeps the focus for the next decision, as long as it is there
   */
  constructor(question, stays) {
    this.question = question;
    this.stays = stays;
  }

  /** Notes with what somebody decides. */
  decide() {
    this.from = document.activeElement;
  }

  /** Notes whether anything has the focus, before choices are replaced. */
  note() {
    this.had = focused() !== null;
  }

  /** Goes to the question that was put, unless somebody is elsewhere. */
  settle() {
    const [now, from] = [focused(), this.from];
    const decided = from !== null && from !== document.body;
    this.from = null;
    const stays = this.stays.some((element) => element === now);
    if (now ? now === from && !stays : this.had || decided) this.question.focus();
  }
}
