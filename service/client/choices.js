// @ts-check
// Choices: what can be done now, where one would click for it, and what it is called. Knows no page.

/** @import { Point } from "./geometry.js" */
/** @import { ChoiceTarget, FreeMove, Plane, QuestionChoice, QuestionPlan, QuestionSubject, StepAhead } from "./protocol.js" */

import { bearing, floorAt, inside, written } from "./geometry.js";

/**
 * Something that can be chosen.
 * @typedef {object} Offer
 * @property {string} notation what is done, as the game writes it
 * @property {string} label a few words for a button
 * @property {string} words what it costs or means; empty if plain
 * @property {string} upshot the same in a few characters, where there is little room; empty if nothing says it
 * @property {boolean} bad whether that does harm
 * @property {ChoiceTarget | null} target what one would click
 * @property {string} tag a few characters written there
 * @property {string} cost what it costs, in a few characters; empty if its words say it
 * @property {boolean} final whether it cannot be taken back
 * @property {string | null} moves the piece that goes there: to drag it there is to choose this
 * @property {boolean} aside whether it is shown on the board only once its piece is picked
 * @property {string} group the heading under which it stands; empty if it has none
 * @property {boolean} ends whether it finishes the decision
 * @property {boolean} grave whether it ends one's own game
 * @property {boolean} bySlip whether a slip says the same
 * @property {boolean} said whether it was said already
 * @property {boolean} vain whether it surely brings nothing, or gives something up for nothing
 * @property {string[]} [plan] its lines, if it is several decisions one after the other
 * @property {string[]} [way] the places through which they lead
 * @property {boolean} [free] whether it goes to a point that was only pointed at, so that a menu asks first
 * @property {() => void} [does] what is done on this page instead of deciding
 */

/**
 * Words as a line of a list begins.
 * @param {string} words
 */
export const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

/**
 * What the server offers.
 * @param {QuestionChoice} choice
 * @returns {Offer}
 */
export const offer = ({
  notation,
  label,
  words,
  upshot,
  bad,
  target,
  tag,
  cost,
  final,
  moves,
  aside,
  group,
  ends,
  grave,
  slip,
  said,
  vain,
}) => ({
  notation,
  label: label === undefined ? notation : capital(label),
  words: words ?? "",
  upshot: upshot ?? "",
  bad: bad ?? false,
  target: target ?? null,
  tag: tag ?? "",
  cost: cost ?? "",
  final: final ?? false,
  moves: moves ?? null,
  aside: aside ?? false,
  group: group ?? "",
  ends: ends ?? false,
  grave: grave ?? false,
  bySlip: slip !== undefined,
  said: said ?? false,
  vain: vain ?? false,
});

/**
 * Ways of several decisions that one can point at the end of. What has no tag is only passed through. A way belongs to
 * the piece that its first decision moves.
 * @param {StepAhead[]} [ahead]
 * @param {Offer[]} [offers] what can be chosen now, among which the first decisions are
 * @returns {Offer[]}
 */
export function plans(ahead = [], offers = []) {
  const first = new Map(offers.map((offer) => [offer.notation, offer]));
  /** @type {{ plan: string[], way: string[] }[]} */
  const steps = [];
  return ahead.flatMap(({ after, notation, place, tag }) => {
    const before = after === undefined ? undefined : steps[after];
    const plan = [...(before?.plan ?? []), notation];
    const way = [...(before?.way ?? []), place];
    steps.push({ plan, way });
    if (!tag) return [];
    const lines = plan.join(", ");
    const words = `costs ${tag}: ${lines}`;
    const begun = first.get(plan[0]);
    const on = offer({ notation: lines, label: `Go on to ${place}`, words, target: { place }, tag });
    return [{ ...on, moves: begun?.moves ?? null, aside: begun?.aside ?? false, plan, way }];
  });
}

/**
 * Several decisions under one name, each as one thing that can be chosen.
 * @param {QuestionPlan[]} [plans]
 * @returns {Offer[]}
 */
export const planned = (plans = []) =>
  plans.map(({ label, words, lines }) => ({
    ...offer({ notation: lines.join(", "), label, words }),
    plan: lines,
  }));

/**
 * What can be done at a point of a plane, by any piece or by one; over other points, and looking somewhere in
 * the end.
 * @param {FreeMove[]} moves
 * @param {Plane | null} plane
 * @param {Point} at
 * @param {string} [piece]
 * @param {{ legs?: Point[], looks?: Point }} [course]
 * @returns {Offer[]}
 */
export function freely(moves, plane, at, piece, { legs = [], looks } = {}) {
  if (!plane || !(inside(plane.rect, at) || floorAt(plane, at))) return [];
  const point = { x: at.x, y: at.y };
  const points = [...legs, at].map((each) => written(plane, each));
  const to = points[points.length - 1];
  const over = legs.length ? `, over ${points.slice(0, -1).join(" and ")}` : "";
  return moves
    .filter(
      (move) => (!piece || move.moves === piece) && (move.way || !legs.length) && (move.facing || !looks),
    )
    .map(({ label, notation, words: costs, facing = "", way: goes, moves: mover }) => {
      const way = notation.replace(/\S*\{at\}\S*/, (word) =>
        points.map((each) => word.replace("{at}", each)).join(" "),
      );
      const line = looks ? way + facing.replace("{at}", written(plane, looks)) : way;
      const whither = goes || !mover ? "to" : "at";
      const told = `${label} ${whither} ${to}${over}${looks ? `, looking ${bearing(at, looks)}` : ""}`;
      return { ...offer({ notation: line, label: told, words: costs, target: { point } }), free: true };
    });
}

/**
 * A choice in a few words.
 * @param {Offer} offer
 */
export const told = ({ label, words }) => (words ? `${label} (${words.replace(/\.$/, "")})` : label);

/** @param {ChoiceTarget | null} target */
export const placeOf = (target) => (target && "place" in target ? target.place : null);

/** @param {ChoiceTarget | null} target */
export const pieceOf = (target) => (target && "piece" in target ? target.piece : null);

/** @param {ChoiceTarget | null} target */
export const cardOf = (target) => (target && "card" in target ? target.card : null);

/** @param {ChoiceTarget | null} target */
export const pointOf = (target) => (target && "point" in target ? target.point : null);

/**
 * The name of a place among all things on the board. Places and pieces may have the same id, so that things are
 * named with their kind, as the server names them.
 * @param {string} id
 */
export const placeKey = (id) => `place:${id}`;

/** @param {string} id */
export const pieceKey = (id) => `piece:${id}`;

/**
 * Whether a name is that of a piece, and its id.
 * @param {string} key
 */
export const ofKey = (key) => ({ piece: key.startsWith("piece:"), id: key.slice(key.indexOf(":") + 1) });

/**
 * The name of what one would click on the board, by which a drawing finds its choices; nothing if it is not
 * on the board.
 * @param {ChoiceTarget | null} target
 */
export function keyOf(target) {
  const point = pointOf(target);
  if (point) return `point:${point.x},${point.y}`;
  const place = placeOf(target);
  if (place !== null) return placeKey(place);
  const piece = pieceOf(target);
  return piece === null ? "" : pieceKey(piece);
}

/**
 * Choices by what one would click on the board.
 * @param {Offer[]} offers
 * @returns {Map<string, Offer[]>}
 */
export function grouped(offers) {
  const groups = new Map();
  for (const offer of offers) {
    const key = keyOf(offer.target);
    if (key) groups.set(key, [...(groups.get(key) ?? []), offer]);
  }
  return groups;
}

/** A list of so many choices is read at a glance. */
export const AT_A_GLANCE = 12;

/** Choices under one heading by their numbers, and whether a slip or the board says all of them as well.
 * @typedef {{ name: string, indices: number[], covered: boolean }} Group */

/**
 * The choices that do not finish the decision, group by group as they stand.
 * @param {Offer[]} offers
 */
export function inGroups(offers) {
  /** @type {Group[]} */
  const groups = [];
  for (const [index, { group, ends, bySlip, target }] of offers.entries()) {
    if (ends) continue;
    if (groups.at(-1)?.name !== group) groups.push({ name: group, indices: [], covered: true });
    const last = groups[groups.length - 1];
    last.indices.push(index);
    last.covered &&= bySlip || keyOf(target) !== "";
  }
  return groups;
}

/**
 * The same groups with those first that the question asks about by name, if it does not ask about all: of "M3, Male" the
 * question "M3 may go on. Where to?", of "Start" and "Gene" the question "Where does it start, and with which gene?".
 * Those that are not asked about are `aside` then.
 * @param {Group[]} groups
 * @param {string} question
 * @returns {(Group & { asked?: boolean, aside?: boolean })[]}
 */
export function askedFirst(groups, question) {
  const split = (/** @type {string} */ text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const speaks = (/** @type {string[]} */ words, /** @type {string[]} */ own) =>
    own.length > 0 && words.some((_, at) => own.every((word, far) => words[at + far] === word));
  const [words, small] = [split(question), split(question.toLowerCase())];
  const named = groups.filter(({ name }) => speaks(words, split(name.split(/[,:(]/)[0])));
  // What is decided, and not for whom, has a name of one word, which a question has with a small letter.
  const things = groups.filter(({ name }) => /^\p{L}+$/u.test(name) && speaks(small, [name.toLowerCase()]));
  const asked = named.length === 1 ? named : named.length ? [] : things;
  if (!asked.length || asked.length === groups.length) return groups;
  const others = groups.filter((group) => !asked.includes(group));
  if (asked === named) return [{ ...named[0], asked: true }, ...others];
  // A long list of what the board or a slip says too is not what one reads first.
  const read = ({ covered, indices } = asked[0]) => !covered || indices.length <= AT_A_GLANCE;
  return [
    ...asked.map((group) => ({ ...group, asked: read(group) })),
    ...others.map((group) => ({ ...group, aside: true })),
  ];
}

/**
 * The groups of each piece that a question is about, the one first that it asks about by its name, and those that are
 * nobody's; a piece without choices is left out.
 * @template {Group & { asked?: boolean }} G
 * @param {G[]} groups
 * @param {QuestionSubject[]} subjects
 */
export function ofSubjects(groups, subjects) {
  /** @type {(group: G) => QuestionSubject | undefined} */
  const whose = ({ name }) =>
    subjects.find(({ heading }) => name === heading || name.startsWith(`${heading}: `));
  const rows = subjects
    .map((subject) => ({ subject, groups: groups.filter((group) => whose(group) === subject) }))
    .filter(({ groups }) => groups.length);
  const asked = rows.filter(({ groups }) => groups.some(({ asked }) => asked));
  return {
    rows: [...asked, ...rows.filter((row) => !asked.includes(row))],
    others: groups.filter((group) => !whose(group)),
  };
}

/**
 * The piece whose choices are shown next: the one that was shown, as long as it waits for an answer or nobody does; then
 * the first that waits behind it, or at all; none before anybody has looked at one.
 * @param {QuestionSubject[]} subjects
 * @param {string} shown
 */
export function nextSubject(subjects, shown) {
  const at = subjects.findIndex(({ piece }) => piece === shown);
  if (at < 0) return "";
  const inTurn = [...subjects.slice(at), ...subjects.slice(0, at)];
  return inTurn.find(({ waits }) => waits)?.piece ?? "";
}

/**
 * What all headings begin with, if the question speaks of it already: "A4: " of "A4: go" and "A4: look".
 * @param {string[]} names
 * @param {string} question
 */
export function subject(names, question) {
  const headings = names.filter(Boolean);
  const about = headings[0]?.split(": ", 1)[0];
  const alike = headings.every((name) => name.startsWith(`${about}: `));
  return about && alike && question.includes(about) ? `${about}: ` : "";
}

/**
 * What a heading says first, by which its choices may begin: "Male 1" of "Male 1, injured", "Build Depot" of "Build Depot:
 * 3 spaces".
 * @param {string} name
 */
export const headed = (name) => name.split(/[,:]/, 1)[0];

/**
 * A label in two parts: what its heading has said already, and what it says itself.
 * @param {Offer} offer
 * @returns {[string, string]}
 */
export function parted({ label, group, ends }) {
  const about = headed(group);
  const said = about && !ends && label.startsWith(about) ? /^:? /.exec(label.slice(about.length)) : null;
  const at = said ? about.length + said[0].length : 0;
  return [label.slice(0, at), label.slice(at)];
}

/** Answers of so many letters stand beside each other. */
const BRIEF = 18;

/**
 * Whether these are short answers of which nothing else is said, neither beside them nor on the board.
 * @param {Offer[]} offers
 */
export const brief = (offers) =>
  offers.length > 2 &&
  offers.every(
    ({ label, words, cost, final, target }) => label.length <= BRIEF && !words && !cost && !final && !target,
  );

/**
 * The places of offers in their order, with those together that stand beside each other: three or more short answers, one
 * after the other, of which nothing is said but what they cost.
 * @param {Offer[]} offers
 */
export function inRows(offers) {
  /** @type {number[][]} */
  const rows = [];
  let open = false;
  for (const [at, { label, words, cost, final }] of offers.entries()) {
    const priced = label.length <= BRIEF && !words && !!cost && !final;
    if (priced && open) rows[rows.length - 1].push(at);
    else rows.push([at]);
    open = priced;
  }
  return rows.flatMap((row) => (row.length > 2 ? [row] : row.map((at) => [at])));
}

/**
 * Whether these are many short answers, but for what is said of them: where there is little room they stand beside each
 * other by their names alone.
 * @param {Offer[]} offers
 */
export const short = (offers) =>
  offers.length > 4 && offers.every((offer) => parted(offer)[1].length <= BRIEF && !offer.cost);

/** What more letters say of a choice is read and not looked over. */
const LONG = 120;

/**
 * Whether a slip says what all of these choices do, and to read them would take long.
 * @param {Offer[]} offers
 */
export const wordy = (offers) => offers.every(({ bySlip, words }) => bySlip && words.length > LONG);

/**
 * Whether finishing is the natural way on: what else is offered was said already, or belongs to no piece, place or
 * kind of thing, as taking back does.
 * @param {Offer[]} offers
 */
export const finishes = (offers) =>
  offers.every(({ ends, said, group, target }) => ends || said || (!group && !target));

/**
 * What can be chosen at a place and with the pieces in it, or with a piece.
 * @param {Offer[]} offers
 * @param {string} key
 * @param {(piece: string) => string | undefined} lies in which place a piece lies
 */
export const offersAt = (offers, key, lies) =>
  offers.filter(({ target }) => {
    const place = lies(pieceOf(target) ?? "");
    return keyOf(target) === key || (place !== undefined && placeKey(place) === key);
  });

/**
 * What a piece itself can do: where it can go, and what can be done with it.
 * @param {Offer[]} offers
 * @param {string} piece
 */
export const offersOf = (offers, piece) =>
  offers.filter(({ moves, target }) => moves === piece || pieceOf(target) === piece);

/**
 * What can be done by letting a piece go at a place.
 * @param {Offer[]} offers
 * @param {string} piece
 * @param {string | undefined} place
 */
export const droppedAt = (offers, piece, place) =>
  offers.filter(({ moves, target }) => moves === piece && placeOf(target) === place);

/**
 * The number that each of these answers is, if all are one line but for the number at its end and a key has some of
 * them; else nothing. Such an answer has no other number as its key.
 * @param {Offer[]} offers
 */
export function ownNumbers(offers) {
  const parts = offers.map(({ notation }) => /^(.*) (\d+)$/.exec(notation));
  const alike = parts.every((part) => part && part[1] === parts[0]?.[1]);
  return alike && parts.some((part) => part?.[2].length === 1) ? parts.map((part) => part?.[2] ?? "") : null;
}

/**
 * The one choice that a written line means, by its line, its name or a part of them; nothing if none or several do.
 * Whoever writes a number has written all of them: a choice that has more behind it is not what was meant.
 * @param {Offer[]} offers
 * @param {string} text
 */
export function meant(offers, text) {
  const wanted = text.toLowerCase().trim();
  const named = offers.filter(({ label, grave }) => !grave && label.toLowerCase() === wanted);
  const left = matching(offers, text);
  const exact = left.find(({ notation }) => notation.toLowerCase() === wanted);
  const only = exact ?? (named.length === 1 ? named[0] : left.length === 1 ? left[0] : null);
  if (!only || only === exact || only === named[0]) return only;
  const adds = [only.label, only.notation].some((words) => {
    const at = words.toLowerCase().indexOf(wanted);
    return at >= 0 && /\d/.test(words.slice(at + wanted.length));
  });
  return /\d/.test(wanted) && adds ? null : only;
}

/**
 * Several decisions written on one line, such as `ne, ne, stop` or `sw sw`; none if the first is none that can be taken
 * now, or if giving up is among them.
 * @param {Offer[]} offers
 * @param {string} text
 */
export function inTurn(offers, text) {
  const lines = text.split(/[,;]/.test(text) ? /[,;]/ : /\s+/).map((line) => line.trim().toLowerCase());
  const said = lines.filter(Boolean);
  const can = (/** @type {string} */ line) => offers.find(({ notation }) => notation.toLowerCase() === line);
  if (said.length < 2 || !can(said[0]) || said.some((line) => can(line)?.grave)) return [];
  return said.map((line) => can(line)?.notation ?? line);
}

/**
 * The choices that a written text means: the one that is written so, or those that it is part of. What ends
 * one's own game is written whole.
 * @param {Offer[]} offers
 * @param {string} text
 */
export function matching(offers, text) {
  const wanted = text.toLowerCase().trim();
  const exact = offers.filter(({ notation }) => notation.toLowerCase() === wanted);
  if (exact.length) return exact;
  const part = ({ label = "", notation = "" }) =>
    [label, notation].some((words) => words.toLowerCase().includes(wanted));
  return offers.filter((offer) => !offer.grave && part(offer));
}
