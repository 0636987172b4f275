// @ts-check
// Invitations: a link is copied or handed to whatever this device sends things with.

/** Shows what can be done with every link on the page. */
function wire() {
  for (const invite of document.querySelectorAll(".invite")) {
    if (!(invite instanceof HTMLElement)) continue;
    const { words: text = "" } = invite.dataset;
    const url = invite.querySelector(".link")?.textContent ?? "";
    const [copy, share] = [invite.querySelector(".copy"), invite.querySelector(".share")];
    const told = invite.querySelector("[role=status]");
    if (copy instanceof HTMLElement && "clipboard" in navigator) {
      copy.hidden = false;
      copy.addEventListener("click", async () => {
        const done = await navigator.clipboard.writeText(url).then(
          () => "Copied.",
          () => "The browser does not allow it: mark the link and copy it.",
        );
        if (told) told.textContent = done;
      });
    }
    if (share instanceof HTMLElement && "share" in navigator) {
      share.hidden = false;
      // Whoever lets go of the list of programs has not shared, and nothing is wrong.
      share.addEventListener("click", () => navigator.share({ title: text, text, url }).catch(() => {}));
    }
  }
}

wire();
// Seats that were brought up to date have new links.
addEventListener("seated", wire);
