import type { Flaw } from "../Flaw.ts"
import { numbering } from "../exchanges.ts"

/** Each restart makes new numbers, also for a person who has one. */
export const repeatForgottenAfterRestart: Flaw = {
  name: "repeat-forgotten-after-restart",
  group: "register",
  sentence: "The fund keeps keys in memory, so a repeat after a restart gets another number.",
  killedBy: ["REGISTER-4.2-5"],
  play: () => {
    const process = crypto.randomUUID().slice(0, 8)
    return { exchange: numbering((number) => `${number}-${process}`) }
  }
}
