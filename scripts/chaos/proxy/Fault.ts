/**
 * What happens on a line. `blackhole`: nothing gets through, and nobody is told; what was sent meanwhile arrives when
 * the line is whole again, if its sender still waits. `reset`: connections break, and no new one is made. `half-open`:
 * what is sent gets through, and no answer comes back. `delay`: each piece comes 500 ms later. `loss`: of a hundred
 * bytes one gets lost.
 */
export const faults = ["blackhole", "reset", "half-open", "delay", "loss"] as const

export type Fault = (typeof faults)[number]

export const DELAY = 500

/** The share of bytes that `loss` loses. */
export const LOSS = 0.01
