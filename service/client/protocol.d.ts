// What travels between the server and its pages. Written from service/src/protocol.rs by
// `UPDATE=1 cargo test -p service protocol`: change it there.

/** The parts of a frame by their names. */
export type Parts = {
  ahead?: StepsAhead;
  [id: `body/${string}`]: PieceBody;
  clock?: TableClock;
  focus?: Focus;
  free?: FreeMoves;
  ground?: BoardDigest;
  head?: GameHead;
  lesson?: LessonNote;
  lines?: LineKeys;
  marks?: Marks;
  outlook?: Outlook;
  [id: `panel/${string}`]: PanelBlock;
  panels?: Panels;
  [id: `piece/${string}`]: PiecePosition;
  plan?: SeatPlanned;
  prompt?: Question;
  result?: GameResult;
  seats?: Players;
  [id: `slip/${string}`]: SlipHtml;
  [id: `talk/${string}`]: TalkLine;
  traces?: Traces;
  tried?: LinesTried;
  watched?: Watched;
};

/** What a page does not know yet. */
export type Update = {
  /** Moments of the game of which the viewer knows, so far. */
  step: number,
  /** The parts that are new or have changed. */
  set: Parts,
  /** The names of the parts that are there no more, if any. */
  gone?: Array<string>,
  /** The story from where it changed, if there is a game. */
  log?: StoryLines,
};

/** A moment of a game, looked back at. */
export type ReplayMoment = {
  /** Which moment it is, of those of which the viewer knows. */
  step: number,
  /** All parts. */
  set: Parts,
  /** The story up to here. */
  log: StoryLines,
  /** The decision that led here, if there is one and it may be known. */
  decision?: TakenDecision,
  /** The dice that were seen to fall at this moment. */
  dice: Array<Die>,
};

/** Lines of the story from a moment on. */
export type StoryLines = {
  /** The moment from which on all lines are here. */
  from: number,
  /** Whether there are earlier lines, which are sent on demand. */
  earlier: boolean,
  /** The lines. */
  lines: Array<StoryEntry>,
};

/** One line of the story. */
export type StoryEntry = {
  /** The moment at which it happened. */
  step: number,
  /** The words. */
  text: string,
  /** The rule behind it, then those of the factors that it names, in the order of the words. */
  rules: Array<string>,
};

/** A decision that was taken. */
export type TakenDecision = {
  /** Who took it, counted from 0. */
  seat: number,
  /** What they are called. */
  name: string,
  /** The action's canonical line. */
  notation: string,
};

/** A die that fell. */
export type Die = {
  /** What it was rolled for. */
  purpose: string,
  /** What it shows. */
  face: number,
};

/** Where the game stands. */
export type GameHead = { "state": "open" } | { "state": "playing" } & GameStanding | { "state": "over" } & GameStanding | { "state": "past",
  /** Where in the game it is, in a line. */
  headline: string,
  /** What the viewer must do to win, in a line. */
  aim: string,
};

/** Where a game stands that is played or was played, for one viewer. */
export type GameStanding = {
  /** Where in the game we are, in a line. */
  headline: string,
  /** What the viewer must do to win, in a line. */
  aim: string,
  /** How the viewer fares, as HTML: the counts of their own sheets, while something is asked of them. */
  gauge?: string,
  /** What has become of the viewer's own seat, once it plays no more. */
  fate?: string,
  /** Whether only bots play on, so that the viewer may skip to the end. */
  skip?: boolean,
  /** Whether not everybody who shares the viewer's screen may know what each of them is shown. */
  curtain?: boolean,
  /** Whether the viewer must decide. */
  you: boolean,
  /** Who must decide, in words. */
  waiting: string,
  /** The number that the viewer's next decision must name, if they sit at the table. */
  turn?: number,
  /** The moment of the viewer's last decision. */
  since?: number,
  /** Whether the viewer can take their last decision back. */
  undo: boolean,
  /** The table of the rematch; empty if there is none. */
  rematch: string,
};

/** What a lesson says now. */
export type LessonNote = {
  /** The lesson's title. */
  title: string,
  /** Which step it is at, from 1. */
  step: number,
  /** How many steps it has. */
  steps: number,
  /** What is said to the last answer. */
  reply?: string,
  /** What is said. */
  say: string,
  /** What it speaks of. */
  look: Array<LessonLight>,
  /** The rules behind it. */
  rules: Array<string>,
};

/** A thing that a lesson points at, by its id. */
export type LessonLight = { "place": string } | { "piece": string } | { "panel": string } | { "card": string } | { "choice": string };

/** Who sits at the table, in the order of seats. */
export type Players = Array<Player>;

/** Who sits in a seat. */
export type Player = {
  /** What they are called. */
  name: string,
  /** Who they are. */
  kind: SeatKind,
  /** Which bot it is, if it is one. */
  bot?: string,
  /** Whether they must decide. */
  deciding: boolean,
  /** The number of the colour that their pieces have, if it is another than the seat's own. */
  colour?: number,
  /** How they stand: a number with what it counts in a few characters, and the same in words. */
  tally?: [string, string],
};

/** Who sits in a seat. */
export type SeatKind = "open" | "link" | "person" | "bot" | "left";

/** How the time of a table stands. Times are in milliseconds since 1970. */
export type TableClock = {
  /** Who is asked, and by when. */
  seats: Array<SeatClock>,
  /** How long before an answer is due its seat is warned, in milliseconds. */
  warnings: Array<number>,
  /** Until when the table pauses, if it does. */
  paused?: number,
  /** Until when a pause is proposed, if one is, and by whom it is agreed to, counted from 0. */
  proposal?: [number, Array<number>],
  /** What happens to somebody who does not answer, in words to them. */
  otherwise: string,
};

/** How much time a seat has that is asked. */
export type SeatClock = {
  /** The seat, counted from 0. */
  seat: number,
  /** When its answer is due. */
  due: number,
  /** Until when it is taken all the same. */
  until: number,
  /** Until when the clock stands still, if it does. */
  stands?: number,
  /** How much more time it asks for, in milliseconds, if it does. */
  wish?: number,
};

/** Something that was said at the table. */
export type TalkLine = {
  /** When, in seconds since 1970. */
  at: number,
  /** From which seat, counted from 0; none if a guest said it who only looks. */
  seat?: number,
  /** By whom. */
  name: string,
  /** What. */
  text: string,
  /** Whether a person said it, to whom its number leads; the table itself is nobody. */
  person?: boolean,
  /** To whom alone; none if everybody hears it. */
  to?: string,
};

/** Talk of before, as its reader heard it. */
export type EarlierTalk = {
  /** The lines in their order, each with what stands behind `talk/` in the names of such parts. */
  lines: Array<[string, TalkLine]>,
  /** Whether there are more before them. */
  more: boolean,
};

/** What somebody has written down at a table for themselves. */
export type OwnNotes = {
  /** How often it was changed. */
  version: number,
  /** The text. */
  text: string,
};

/** The digest of the board, under which its drawing and its places are kept. */
export type BoardDigest = string;

/** The place or piece that a narrow window should keep in view. */
export type Focus = string | null;

/** The part of the board by which one decides. */
export type Outlook = BoardRect;

/** The pieces of which one wants to know where they are while they are out of sight. */
export type Watched = Array<string>;

/** What the lines over the board mean. */
export type LineKeys = Array<LineKey>;

/** What a kind of line means. */
export type LineKey = {
  /** The name of its colour. */
  ink: string,
  /** Whether it is dotted. */
  dotted: boolean,
  /** What it means, in a few words. */
  words: string,
};

/** The marked places. */
export type Marks = Array<PlaceMark>;

/** A mark on a place. */
export type PlaceMark = {
  /** The place's id. */
  place: string,
  /** Why it is marked, in a word. */
  kind: string,
  /** A few characters written on it. */
  tag?: string,
};

/** The lines over the board, as the inside of an SVG; `~` stands for `var(--ow-`. */
export type Traces = string;

/** Where a piece is. */
export type PiecePosition = {
  /** The middle, from the left. */
  x: number,
  /** The middle, from above. */
  y: number,
  /** The side of its box. */
  size: number,
  /** The place in which it lies, if it lies in one. */
  place?: string,
  /** Its turn to be drawn: what comes later lies on top. */
  order: number,
};

/** What a piece is. */
export type PieceBody = {
  /** What it is, in words. */
  words: string,
  /** The inside of an SVG of 1000 by 1000 around its middle; `~` stands for `var(--ow-`. */
  drawing: string,
};

/** The sheets beside the board, in their order. */
export type Panels = Array<PanelHead>;

/** A sheet beside the board. */
export type PanelHead = {
  /** Its id. */
  id: string,
  /** Its title. */
  title: string,
  /** Whose it is, counted from 0, if it is anybody's. */
  seat?: number,
  /** Whether it matters now. */
  open: boolean,
  /** How many blocks it has: they are `panel/ID/0`, `panel/ID/1` and so on. */
  blocks: number,
};

/** A block of a sheet: its HTML, or of a sheet that is sent only when somebody opens it a number that
 * changes with what it says. */
export type PanelBlock = string | number;

/** The question to the viewer. */
export type Question = {
  /** What is asked. */
  question: string,
  /** Advice, or the reason for what is not offered; empty if none. */
  hint: string,
  /** What can be answered by pointing at the board, in a sentence. */
  pointing?: string,
  /** The answers. */
  choices: Array<QuestionChoice>,
  /** The pieces that it is about, where there are several. */
  subjects?: Array<QuestionSubject>,
  /** The choice that may be lit before anybody has moved; harmless, or none. */
  default?: number,
  /** Several decisions that can be taken under one name. */
  plans?: Array<QuestionPlan>,
};

/** One answer. */
export type QuestionChoice = {
  /** The action's canonical line. */
  notation: string,
  /** A few words for a button, if they are other words than the line. */
  label?: string,
  /** What it costs or means, in a sentence. */
  words?: string,
  /** The same in a few characters, for narrow windows. */
  upshot?: string,
  /** Whether that does harm. */
  bad?: boolean,
  /** What one would click. */
  target?: ChoiceTarget,
  /** A few characters written on the target. */
  tag?: string,
  /** What it costs, in a few characters for the end of its row. */
  cost?: string,
  /** Whether it cannot be taken back. */
  final?: boolean,
  /** The piece that goes to the target: to drag it there is to choose this. */
  moves?: string,
  /** Whether it is shown on the board only once its piece is picked. */
  aside?: boolean,
  /** The piece, place or kind of thing under which it stands among the others. */
  group?: string,
  /** Whether it finishes the decision. */
  ends?: boolean,
  /** Whether it ends the seat's own game: in no list, written whole, always asked again. */
  grave?: boolean,
  /** The number of the slip that says the same. */
  slip?: number,
  /** Whether it was said already, and holds unless something else is. */
  said?: boolean,
  /** Whether it surely brings nothing, or gives something up for nothing. */
  vain?: boolean,
};

/** One of several pieces that a question is about. */
export type QuestionSubject = {
  /** What the headings of its choices are, or begin with before a `: `. */
  heading: string,
  /** The piece on the board. */
  piece: string,
  /** What holds of it now, in a few words. */
  state?: string,
  /** Whether it still waits for an answer. */
  waits?: boolean,
};

/** Several decisions under one name. */
export type QuestionPlan = {
  /** A few words for a button. */
  label: string,
  /** What it means, in a sentence. */
  words: string,
  /** The lines of the decisions, in their order. */
  lines: Array<string>,
};

/** The thing that one would click. */
export type ChoiceTarget = { "place": string } | { "piece": string } | { "card": string } | { "point": {
  /** From the left. */
  x: number,
  /** From above. */
  y: number, } };

/** Decisions further ahead on ways that are gone decision by decision. */
export type StepsAhead = Array<StepAhead>;

/** A decision further ahead. */
export type StepAhead = {
  /** The decision before it, as an index into the list; none if it is open now. */
  after?: number,
  /** The action's canonical line. */
  notation: string,
  /** The place to which it leads. */
  place: string,
  /** What the whole way costs so far; none if one passes here only on the way elsewhere. */
  tag?: string,
};

/** What can be done at any point of a plane. */
export type FreeMoves = Array<FreeMove>;

/** An action that takes any point of a plane. */
export type FreeMove = {
  /** A word or two for a button. */
  label: string,
  /** The action's line, in which `{at}` stands for the point. */
  notation: string,
  /** The piece that goes there: to drag it there is to choose this. */
  moves?: string,
  /** Whether points on the way may stand before the last one, with a space between them. */
  way: boolean,
  /** What it costs or means wherever it leads, if that is not plain. */
  words?: string,
  /** What follows the line if it is said where the piece looks in the end, in which `{at}` stands for the
   * point looked at; empty if that cannot be said. */
  facing: string,
};

/** A slip to fill in, as HTML. */
export type SlipHtml = string;

/** How the game ended. */
export type GameResult = {
  /** The end in a sentence. */
  text: string,
  /** The seats, the best first. */
  ranks: Array<Rank>,
  /** What the parts of the ranks are about: where points came from, and what breaks ties. */
  heads: Array<string>,
};

/** How it ended for one seat. */
export type Rank = {
  /** The seat, counted from 0. */
  seat: number,
  /** What they are called. */
  name: string,
  /** The rank, counted from 1. */
  rank: number,
  /** The score, if the game has one. */
  score?: number,
  /** Whether they won. */
  won: boolean,
  /** What decided it, in parts. */
  parts: Array<string>,
};

/** A board for those who walk it: what `/ground/DIGEST.json` holds. */
export type Board = {
  /** The rectangle around everything. */
  extent: BoardRect,
  /** The side of a usual counter. */
  counter: number,
  /** The outline around (0, 0) that hexes share, as the data of an SVG path; empty if there are none. */
  hex: string,
  /** The plane on which points can be chosen, if there is one. */
  plane?: Plane,
  /** Its places. */
  places: Array<BoardPlace>,
  /** The outlined areas that have a name, if there are any. */
  areas?: Array<BoardArea>,
};

/** An outlined area of a board, whose name is written where it is in nobody's way. */
export type BoardArea = {
  /** Its name. */
  label: string,
  /** The colour of its outline, as the palette calls it: `seat2`. */
  ink: string,
  /** The ids of its places. */
  places: Array<string>,
  /** Those of them in which something is drawn. */
  taken: Array<string>,
};

/** An upright rectangle in board units. */
export type BoardRect = {
  /** Left edge. */
  x: number,
  /** Top edge. */
  y: number,
  /** Extent to the right. */
  width: number,
  /** Extent downwards. */
  height: number,
};

/** A plane on which points can be chosen. */
export type Plane = {
  /** Where it lies. */
  rect: BoardRect,
  /** Whether players measure from its lower edge. */
  from_below: boolean,
  /** Its upper floors, drawn beside it. */
  floors: Array<PlaneFloor>,
};

/** An upper floor of a plane, drawn beside it. */
export type PlaneFloor = {
  /** Where it is drawn. */
  rect: BoardRect,
  /** How far right of its drawing it lies on the plane. */
  right: number,
  /** How far below its drawing it lies on the plane. */
  down: number,
  /** Its number; the ground is 0. */
  level: number,
};

/** A place of a board. */
export type BoardPlace = {
  /** Its id. */
  id: string,
  /** Its middle, from the left. */
  x: number,
  /** Its middle, from above. */
  y: number,
  /** What it is called, if that is not its id. */
  label?: string,
  /** What it is, in words. */
  words?: string,
  /** Its outline as an SVG element, if it is not a hex. */
  outline?: string,
  /** Its lowest line, if it is not a hex. */
  low?: number,
};

/** Lines drawn over the board for a moment: a preview, or a measure. */
export type SketchOverlay = {
  /** The inside of an SVG. */
  drawing: string,
  /** A few characters at the end of the last line. */
  tag: string,
  /** What it shows, in words. */
  words: string,
  /** The canonical line of the action that is previewed. */
  notation?: string,
  /** Whether that action ends the seat's own game. */
  grave?: boolean,
};

/** What the viewer has decided beforehand: nobody else is sent it. */
export type SeatPlanned = {
  /** How often it has changed. */
  number: number,
  /** What is done next, in order. */
  premoves: Array<string>,
  /** How many standing answers and conditions there are. */
  standing: number,
  /** What became of it since the viewer last decided by hand. */
  notes: Array<PlanMessage>,
};

/** Something that a plan has done, or could not do. */
export type PlanMessage = {
  /** The moment of the game. */
  step: number,
  /** What is told. */
  text: string,
};

/** The plan of a seat, and what can be planned with. */
export type SeatPlanSheet = {
  /** How often it has changed: a change says which one it saw. */
  number: number,
  /** The plan, as the interface for programs describes it. */
  plan: any,
  /** What became of it since its person last decided by hand. */
  notes: Array<PlanNote>,
  /** The kinds of question that the game asks; the one that is asked now first. */
  questions: Array<PlanQuestion>,
  /** What is counted on the seat's sheets. */
  counts: Array<PlanCount>,
};

/** Something that the person of a plan is told. */
export type PlanNote = {
  /** The moment of the game, as the seat counts them. */
  step: number,
  /** What is told. */
  text: string,
};

/** A kind of question. */
export type PlanQuestion = {
  /** By what a standing answer names it. */
  kind: string,
  /** The question, with an ellipsis for what differs from time to time. */
  question: string,
  /** What can be answered to it. */
  answers: Array<PlanAnswer>,
};

/** Something that can be answered. */
export type PlanAnswer = {
  /** The line. */
  line: string,
  /** What it is, in words. */
  label: string,
};

/** Something that is counted on a sheet. */
export type PlanCount = {
  /** What. */
  count: string,
  /** How much it is. */
  now: number,
  /** Whether decisions spend it, so that some of it can be kept. */
  spent: boolean,
};

/** A plan that somebody makes, as a page sends it. */
export type PlanRequest = {
  /** The key by which a page of ours is known. */
  key: string,
  /** The seat, counted from 0. */
  seat: number,
  /** The number of the plan in whose place it comes. */
  number: number,
  /** The plan. */
  plan: any,
};

/** What was tried in a sandbox. */
export type LinesTried = {
  /** The decision after which its viewer looks; 0 at the beginning. */
  at: number,
  /** So many decisions of the game itself come first, each with its step as its number. */
  trunk: number,
  /** What was tried, in the order in which it was. */
  tried: Array<LineTried>,
  /** What lines are called, by their last decisions. */
  names: { [key in number]: string },
};

/** A decision that was tried. */
export type LineTried = {
  /** Its number. */
  id: number,
  /** The decision before it. */
  after: number,
  /** Who decided, counted from 0. */
  seat: number,
  /** What. */
  line: string,
  /** The bot that took it, if one did. */
  bot?: string,
};

/** What somebody does in a sandbox, as a page sends it: tries a line, lets a bot decide, names a line, and so on. */
export type SandboxRequest = {
  /** The key by which a page of ours is known. */
  key: string,
  /** The seat that decides, counted from 0. */
  seat?: number,
  /** The line that is tried. */
  line?: string,
  /** The bot that decides. */
  bot?: string,
  /** What a line is called. */
  name?: string,
};

/** What bots think of a game that is over. */
export type GameEstimate = {
  /** The bot that played all seats. */
  bot: string,
  /** Whether it has played everything out. */
  done: boolean,
  /** Some positions of the game, in its order. */
  points: Array<EstimateAt>,
};

/** What came out of playing on from a position. */
export type EstimateAt = {
  /** The step after which it stands. */
  step: number,
  /** How often it was played out. */
  games: number,
  /** How often each seat won, of all games; empty before any. */
  shares: Array<ShareOfWins>,
};

/** A share, with the interval in which the truth lies with 95 % confidence. */
export type ShareOfWins = {
  /** The share. */
  value: number,
  /** The lower end. */
  low: number,
  /** The upper end. */
  high: number,
};

/** Where a sandbox stands after something was done in it. */
export type SandboxMoved = {
  /** The decision after which one looks now. */
  node: number,
};

/** A seed that the server is bound to, for a table that is about to be opened. */
export type SeedPromise = {
  /** SHA-256 of the seed. */
  commitment: string,
  /** The seed, sealed: only the server can open it. */
  sealed: string,
};

/** What whoever looks for partners adds something to. */
export type PartnerPromise = {
  /** SHA-256 of the seed. */
  commitment: string,
  /** The seed, sealed, if it was promised to whoever asks; else empty. */
  sealed: string,
  /** The table that opens with this commitment, and with no other. */
  table: string,
};

/** What a browser is asked about a passkey. */
export type PasskeyQuestion = {
  /** What its answer has to name. */
  id: string,
  /** What the browser is handed, with bytes in the letters of URLs. */
  options: any,
};

/** Why something was not done. */
export type ErrorBody = {
  /** A word for programs. */
  error: string,
  /** A sentence for people. */
  message: string,
  /** The rule that says no; empty if none does. */
  rule: string,
};

/** A decision, or the wish to take one back, as a page sends it. */
export type DecisionRequest = {
  /** The key by which a page of ours is known. */
  key: string,
  /** The seat, counted from 0. */
  seat: number,
  /** The action's line; empty if the last decision is taken back. */
  line?: string,
  /** The number that the page shows. */
  turn?: number,
};

/** Something said at the table, as a page sends it. */
export type TalkRequest = {
  /** The key by which a page of ours is known. */
  key: string,
  /** What is said. */
  text: string,
  /** To whom alone: the number of a seat, or `referee`; empty for everybody. */
  to?: string,
};

/** Notes of one's own, as a page sends them. */
export type NotesRequest = {
  /** The key by which a page of ours is known. */
  key: string,
  /** The version in whose place they are put. */
  version: number,
  /** The whole text. */
  text: string,
};

/** How a table stands, as a page that nobody sees is told: in a few bytes, and without a stream. */
export type TurnNews = {
  /** Whether the game has begun. */
  begun: boolean,
  /** Whether it waits for whoever asks. */
  yours: boolean,
};
