import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { operatorName } from "../platform/audit/operatorName.ts"
import { Platform } from "../platform/Platform.ts"
import { demoSeed } from "../seed/demoSeed.ts"
import { readJson, SeedFile, SeedResult } from "../seed/SeedFile.ts"
import { Services } from "../services.ts"
import { settingsOf } from "./root.ts"

const encode = Schema.encodeEffect(Schema.fromJsonString(SeedResult))

/** `seed`: makes the entries of a seed file that don't exist yet, and writes the keys and secrets to a file. */
export const seed = Command.make(
  "seed",
  {
    file: Flag.String("file").pipe(Flag.withDescription("JSON file that says what to create")),
    result: Flag.String("result").pipe(
      Flag.withDescription(
        "File to write the keys and secrets to (mode 0600); those of an earlier run are kept"
      )
    )
  },
  ({ file, result }) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const seeds = yield* demoSeed
      const earlier = (yield* Effect.orElseSucceed(fs.exists(result), () => false))
        ? Option.some(yield* readJson(result, SeedResult))
        : Option.none()
      const seeded = yield* seeds.run(yield* readJson(file, SeedFile), earlier)
      yield* fs.writeFileString(result, yield* encode(seeded), { mode: 0o600 })
    }).pipe(
      Effect.provide(
        Services.pipe(
          Layer.provideMerge(Platform),
          Layer.provideMerge(settingsOf("seed")),
          Layer.merge(operatorName(Option.none()))
        )
      )
    )
).pipe(Command.withDescription("Create demo data from a file"))
