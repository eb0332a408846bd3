/** Funds that refuse employer details, or lose them. */
import type { Exchange, Reply } from "@embedded-super/simulator-kit"
import { ofGroup } from "./Fault.ts"
import {
  answering,
  crashed,
  invalid,
  isGood,
  type Json,
  jsonIn,
  keyOf,
  on,
  problem
} from "./plays/exchanges.ts"

/** The questions of the default profile. */
const known = new Set(["clearing_house"])

const hasUnknownAnswers = ({ custom_answers: answers }: Json): boolean =>
  Array.isArray(answers) && answers.some((answer) => !known.has(answer?.question_id))

/** Refuses details by what they hold, before anything else is looked at. */
const refusingDetails = (isRefused: (details: Json) => boolean, refusal: () => Reply = invalid): Exchange =>
  on("details", (call, serve) => (isRefused(jsonIn(call)) ? refusal() : serve(call)))

export const details = ofGroup("details", [
  {
    name: "details-refused",
    sentence: "The fund refuses employer details.",
    killedBy: ["DETAILS-4.2-1"],
    finding: "fail: The fund refuses a valid delivery of employer details.",
    play: () => ({ exchange: answering("details", (reply) => (isGood(reply) ? invalid() : reply)) })
  },
  {
    name: "empty-answers-refused",
    sentence: "The fund refuses employer details without custom answers.",
    killedBy: ["DETAILS-4.2-2"],
    finding: "fail: The fund refuses employer details in which details or custom_answers are empty.",
    play: () => ({
      exchange: refusingDetails(
        ({ custom_answers }) => Array.isArray(custom_answers) && custom_answers.length === 0
      )
    })
  },
  {
    name: "unknown-answers-refused",
    sentence: "The fund refuses answers to questions that it doesn't know.",
    killedBy: ["DETAILS-4.2-3"],
    finding: "warn: The fund refuses an answer to a question that it doesn't know.",
    play: () => ({ exchange: refusingDetails(hasUnknownAnswers) })
  },
  {
    name: "ampersand-crash",
    sentence: "The fund answers 500 to an employer's name with an ampersand.",
    killedBy: ["DETAILS-4.2-4"],
    finding: "fail: The fund refuses an employer's name with signs such as & and an apostrophe.",
    play: () => ({
      exchange: refusingDetails(({ employer_name }) => String(employer_name).includes("&"), crashed)
    })
  },
  {
    name: "details-repeat-refused",
    sentence: "The fund answers 409 to a repeat of employer details.",
    killedBy: ["DETAILS-4.2-5"],
    finding: "fail: The fund refuses a repeat of employer details.",
    play: () => {
      const seen = new Set<string>()
      return {
        exchange: on("details", (call, serve) => {
          const key = keyOf(call)
          const isRepeat = seen.has(key)
          seen.add(key)
          return isRepeat ? problem(409, "conflict", "The details are stored already") : serve(call)
        })
      }
    }
  },
  {
    name: "correction-refused",
    sentence: "The fund answers 409 to later details of the same employer.",
    killedBy: ["DETAILS-4.2-6"],
    finding: "fail: The fund refuses a correction of employer details (a later confirmed_at).",
    play: () => {
      const seen = new Map<string, string>()
      return {
        exchange: on("details", (call, serve) => {
          const { abn, confirmed_at } = jsonIn(call)
          const first = seen.get(String(abn)) ?? String(confirmed_at)
          seen.set(String(abn), first)
          return String(confirmed_at) > first
            ? problem(409, "conflict", "The details are stored already")
            : serve(call)
        })
      }
    }
  },
  {
    name: "answered-before-stored",
    sentence: "The fund answers 202 before it has stored employer details.",
    killedBy: ["DETAILS-4.2-7"],
    finding: "warn: The fund answers before the employer details are stored (202).",
    play: () => ({
      exchange: answering("details", (reply) => (isGood(reply) ? { ...reply, status: 202 } : reply))
    })
  },
  {
    name: "long-employer-name-refused",
    sentence: "The fund refuses an employer's name of more than 80 characters.",
    killedBy: ["DETAILS-4.2-9"],
    finding: "warn: The fund refuses an employer's name of 200 characters.",
    play: () => ({ exchange: refusingDetails(({ employer_name }) => String(employer_name).length > 80) })
  }
])
