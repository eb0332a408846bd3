import type { Flaw } from "../Flaw.ts"
import { invalid, jsonIn, on } from "../exchanges.ts"
import type { Call } from "@embedded-super/simulator-kit"

/** The questions of the default profile. */
const known = new Set(["clearing_house"])

const unknownIn = (call: Call): boolean => {
  const { custom_answers: answers } = jsonIn(call)
  return Array.isArray(answers) && answers.some((answer) => !known.has(answer?.question_id))
}

export const unknownAnswersRefused: Flaw = {
  name: "unknown-answers-refused",
  group: "details",
  sentence: "The fund refuses answers to questions that it doesn't know.",
  killedBy: ["DETAILS-4.2-3"],
  play: () => ({ exchange: on("details", (call, serve) => (unknownIn(call) ? invalid() : serve(call))) })
}
