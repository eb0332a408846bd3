import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { embeddedPostgres } from "../src/platform/database/embedded/EmbeddedPostgres.ts"

/** A process that uses the embedded database of a folder until it is ended; prints its address when it is there. */
embeddedPostgres({ folder: process.argv[2] ?? "" }).pipe(
  Effect.tap((url) => Effect.sync(() => console.log(`url ${Redacted.value(url)}`))),
  Effect.andThen(Effect.never),
  Effect.scoped,
  Effect.provide(NodeFileSystem.layer),
  NodeRuntime.runMain
)
