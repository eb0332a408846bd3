import type { Socket } from "node:net"
import { DELAY, type Fault, LOSS } from "./Fault.ts"

/** One direction of a connection. */
export interface Line {
  readonly send: (piece: Buffer) => void
  /** No more will be sent. */
  readonly end: () => void
  /** The fault began or ended: bytes that were held back may pass. */
  readonly changed: () => void
  /** The bytes that are held back. */
  readonly kept: () => Buffer
}

const withLoss = (piece: Buffer, roll: () => number): Buffer => piece.filter(() => roll() >= LOSS) as Buffer

/** Forwards chunks to a socket in order, as far as the current fault allows. */
export const makeLine = (
  to: Socket,
  isAnswers: boolean,
  fault: () => Fault | undefined,
  roll: () => number
): Line => {
  let kept: Array<Buffer> = []
  let hasEnded = false
  /** Chunks in transit: later ones must not overtake them when the delay ends. */
  let delayed = 0
  const isHeld = () => fault() === "blackhole" || (fault() === "half-open" && isAnswers)
  const write = (piece: Buffer) => {
    if (!to.destroyed && piece.length > 0) to.write(piece)
  }
  const inOrder = (run: () => void) => {
    if (fault() !== "delay" && delayed === 0) return run()
    delayed += 1
    setTimeout(() => {
      delayed -= 1
      run()
    }, DELAY)
  }
  return {
    send: (piece) => {
      if (isHeld() || kept.length > 0) kept.push(piece)
      else inOrder(() => write(fault() === "loss" ? withLoss(piece, roll) : piece))
    },
    end: () => {
      hasEnded = true
      if (!isHeld()) inOrder(() => to.end())
    },
    changed: () => {
      if (isHeld()) return
      const pieces = kept
      kept = []
      for (const piece of pieces) write(piece)
      if (hasEnded) to.end()
    },
    kept: () => Buffer.concat(kept)
  }
}
