/**
 * The fault on a line. `blackhole`: nothing gets through, and there is no error; bytes sent in the meantime arrive when
 * the line works again, if the sender still waits. `reset`: connections break, and no new one can be opened.
 * `half-open`: requests get through, and answers don't. `delay`: each chunk arrives 500 ms later. `loss`: one of a
 * hundred bytes gets lost.
 */
export const faults = ["blackhole", "reset", "half-open", "delay", "loss"] as const

export type Fault = (typeof faults)[number]

export const DELAY = 500

/** The share of bytes that `loss` loses. */
export const LOSS = 0.01
