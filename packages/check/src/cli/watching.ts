import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { type FSWatcher, watch } from "node:fs"
import { basename, dirname } from "node:path"
import type { CannotRun } from "./CannotRun.ts"
import { enterPressed } from "./enterPressed.ts"
import { hostOf, whyUnreachable } from "./reachable.ts"

/** What is watched between two runs. */
export interface Watched<R> {
  readonly file: string
  /** What the file is: "profile". */
  readonly fileIs: string
  /** Who restarts: "fund". */
  readonly subject: string
  /** Where it listens, as the file says now; undefined if the file can't be read. */
  readonly address: Effect.Effect<URL | undefined, never, R>
}

/** Editors write a file in several steps. */
const SETTLED = "200 millis"

/** A restart on this machine takes less than half a second; another machine isn't asked as often. */
const pollOf = (url: URL) => (/^(localhost|127\.[\d.]+|::1)$/.test(hostOf(url)) ? "100 millis" : "1 second")

/** The folder is watched, because editors replace the file. A folder that can't be watched never changes. */
const fileChanged = (file: string): Effect.Effect<void> =>
  Effect.acquireUseRelease(
    Effect.try((): FSWatcher => watch(dirname(file))),
    (watcher) =>
      Effect.callback<void>((resume) => {
        watcher.on("change", (_, name) => {
          if (name === basename(file)) resume(Effect.void)
        })
        watcher.on("error", () => watcher.close())
      }),
    (watcher) => Effect.sync(() => watcher.close())
  ).pipe(
    Effect.andThen(Effect.sleep(SETTLED)),
    Effect.catch(() => Effect.never)
  )

/** It was away, and is back. */
const restarted = (url: URL): Effect.Effect<void> => {
  const until = (isThere: boolean): Effect.Effect<void> =>
    Effect.flatMap(whyUnreachable(url), (why) =>
      (why === undefined) === isThere
        ? Effect.void
        : Effect.andThen(Effect.sleep(pollOf(url)), until(isThere))
    )
  return Effect.andThen(until(false), until(true))
}

/** Runs again and again, until it is interrupted. A run that can't begin is printed, and waits too. */
export const watching = <A, R, R2>(
  { address, file, fileIs, subject }: Watched<R2>,
  run: Effect.Effect<A, CannotRun, R>
): Effect.Effect<never, never, R | R2> =>
  Effect.gen(function* () {
    // Before the run: a change while it runs counts, too.
    const changed = yield* Effect.forkChild(fileChanged(file), { startImmediately: true })
    const mistake = yield* Effect.match(run, { onFailure: ({ sentence }) => sentence, onSuccess: () => "" })
    if (mistake !== "") yield* Console.error(mistake)
    const url = yield* address
    yield* Console.log(`\nWaiting: save the ${fileIs}, restart the ${subject}, or press Enter. Ctrl-C ends.`)
    const why = yield* Effect.raceAllFirst([
      Effect.as(Fiber.join(changed), `The ${fileIs} changed`),
      Effect.as(enterPressed(), "Again"),
      url === undefined ? Effect.never : Effect.as(restarted(url), `The ${subject} restarted`)
    ])
    yield* Fiber.interrupt(changed)
    yield* Console.log(`\n${why}.\n`)
  }).pipe(Effect.forever)
