/**
 * Runs a kit against many servers in one process. A kit that calls a server of the same process uses a whole core, so these
 * run one after another; beside them run the ones whose runs are mostly waiting.
 *
 * The trap: a check of many calls at once measures the machine if others run beside it. What is in `alone` is therefore run
 * when nothing else is.
 */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Member } from "./Member.ts"

export type Result = CheckReport["checks"][number]

/** What the kit found out about one server. */
export interface Ran {
  readonly member: Member
  readonly checks: ReadonlyArray<Result>
  /** Milliseconds of the kit's run, without the server's start. */
  readonly took: number
}

/** What of a kit is run: names of groups or ids of checks. */
export interface Kit {
  /** All of them, in their order. */
  readonly names: ReadonlyArray<string>
  /** Those that run when nothing else does. */
  readonly alone: ReadonlyArray<string>
}

interface RunOptions {
  readonly kit: Kit
  readonly seed: number
  /** By plain http where the server can be called so. */
  readonly plainly?: boolean
  /** After each server. Of a kit of which a part runs alone, it is called twice: for the others, then for all. */
  readonly onRan?: (ran: Ran) => void
}

/** How many servers that make the kit wait are checked at the same time. */
const AT_ONCE = 4

const run = (member: Member, { plainly = false, seed }: RunOptions, names: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const check = yield* (plainly ? member.startPlainly : undefined) ?? member.start
      const began = yield* Clock.currentTimeMillis
      const { checks } = yield* check({ seed, names })
      return { member, checks, took: (yield* Clock.currentTimeMillis) - began }
    })
  )

/** Runs the whole kit against each, and returns what it found in the order of the servers. */
export const runMembers = (
  members: ReadonlyArray<Member>,
  options: RunOptions
): Effect.Effect<ReadonlyArray<Ran>, unknown> =>
  Effect.gen(function* () {
    const { kit, onRan = () => {} } = options
    const beside = kit.names.filter((name) => !kit.alone.includes(name))
    const first = new Map<Member, Ran>()
    const runFirst = (member: Member) =>
      Effect.map(run(member, options, beside), (ran) => {
        first.set(member, ran)
        onRan(ran)
      })
    yield* Effect.all(
      [
        Effect.forEach(
          members.filter(({ waits }) => waits === true),
          runFirst,
          { concurrency: AT_ONCE }
        ),
        Effect.forEach(
          members.filter(({ waits }) => waits !== true),
          runFirst
        )
      ],
      { concurrency: 2 }
    )
    return yield* Effect.forEach(members, (member) =>
      Effect.gen(function* () {
        const ran = first.get(member)!
        if (kit.alone.length === 0) return ran
        const rest = yield* run(member, options, kit.alone)
        const whole = { member, checks: [...ran.checks, ...rest.checks], took: ran.took + rest.took }
        onRan(whole)
        return whole
      })
    )
  })
