/**
 * The kinds of entries that the service notes, with the sentence of each. A sentence is made of the entry's data when it
 * is written, so it can't say anything that didn't happen. Simulators bring sentences of their own.
 *
 * One file for each theme: calls in, calls to funds, webhooks, sessions and employers, files, operators and jobs.
 *
 * The trap: stored entries keep their kind, data and sentence. Code that reads a kind's data also meets older ones.
 */
import { again, calls } from "./calls.ts"
import { checks, levers, recorder } from "./levers.ts"
import { employers, sessions } from "./sessions.ts"
import { files } from "./files.ts"
import { funds } from "./funds.ts"
import { operators } from "./operators.ts"
import { webhooks } from "./webhooks.ts"

export const kinds = {
  ...calls,
  ...funds,
  ...webhooks,
  ...sessions,
  ...employers,
  ...files,
  ...operators,
  ...recorder,
  ...levers,
  ...again,
  ...checks
}

export type KindName = keyof typeof kinds

/** The data that an entry of a kind needs. */
export type DetailOf<K extends KindName> = Parameters<(typeof kinds)[K]["sentence"]>[0]
