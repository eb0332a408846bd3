import type { CannotRun } from "@embedded-super/conformance/cli/CannotRun"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import { watch } from "node:fs"
import { basename, dirname } from "node:path"
import process from "node:process"
import { whyUnreachable } from "../caller/reachable.ts"
import { addressesOf } from "../profile/addressesOf.ts"
import { loadProfile } from "../profile/loadProfile.ts"

/** Editors write a file in several steps. */
const SETTLED = "200 millis"
const POLL = "500 millis"

/** The folder is watched, because editors replace the file. */
const profileChanged = (file: string): Effect.Effect<string> =>
  Effect.callback<string>((resume) => {
    const watcher = watch(dirname(file), (_, name) => {
      if (name === basename(file)) resume(Effect.succeed("The profile changed"))
    })
    watcher.once("error", () => watcher.close())
    return Effect.sync(() => watcher.close())
  }).pipe(Effect.tap(Effect.sleep(SETTLED)))

const enterPressed: Effect.Effect<string> = Effect.callback((resume) => {
  const onData = () => resume(Effect.succeed("Again"))
  process.stdin.once("data", onData)
  return Effect.sync(() => {
    process.stdin.off("data", onData)
    process.stdin.pause()
  })
})

/** The fund was away, and is back. */
const restarted = (url: URL): Effect.Effect<string> => {
  const until = (isThere: boolean): Effect.Effect<void> =>
    Effect.flatMap(whyUnreachable(url), (why) =>
      (why === undefined) === isThere ? Effect.void : Effect.andThen(Effect.sleep(POLL), until(isThere))
    )
  return Effect.as(Effect.andThen(until(false), until(true)), "The fund restarted")
}

/** Runs again and again, until it is interrupted. A run that can't begin is printed, and waits too. */
export const watching = <A, R>(
  file: string,
  baseUrl: string | undefined,
  run: Effect.Effect<A, CannotRun, R>
): Effect.Effect<never, never, R | FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const isThere = yield* Effect.match(run, { onFailure: ({ sentence }) => sentence, onSuccess: () => "" })
    if (isThere !== "") yield* Console.error(isThere)
    const addresses = yield* Effect.match(loadProfile(file, baseUrl), {
      onFailure: () => [],
      onSuccess: addressesOf
    })
    yield* Console.log("\nWaiting: save the profile, restart the fund, or press Enter. Ctrl-C ends.")
    const [first] = addresses
    const why = yield* Effect.raceAll([
      profileChanged(file),
      enterPressed,
      first === undefined ? Effect.never : restarted(first)
    ])
    yield* Console.log(`\n${why}.\n`)
  }).pipe(Effect.forever)
