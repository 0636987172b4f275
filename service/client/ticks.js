// @ts-check
// A worker that ticks: the timers of pages that nobody sees are slowed down to one a minute, its own are not.

setInterval(() => postMessage(0), 10_000);
