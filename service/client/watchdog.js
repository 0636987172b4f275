// @ts-check
// The watchdog: notices when a line that should give signs of life has fallen silent.

/** The server is heard every 20 seconds even if nothing happens: after so many it is not just late. */
const PATIENCE = 45_000;

export class Watchdog {
  heardAt = 0;

  /**
   * @param {() => void} silent what is done each time the patience is at its end
   * @param {() => number} [now] the time in milliseconds
   */
  constructor(silent, now = Date.now) {
    this.silent = silent;
    this.now = now;
    this.heard();
  }

  /** Something came through the line. */
  heard() {
    this.heardAt = this.now();
  }

  /** Looks whether the line is alive; what sleeps with its machine is awake again when it looks. */
  look() {
    if (this.now() - this.heardAt < PATIENCE) return;
    this.heard();
    this.silent();
  }
}
