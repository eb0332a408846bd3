import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { join } from "node:path"
import { Settings } from "../platform/config/Settings.ts"

/** The part of `embeds.json`, which the build of `packages/embed` writes, that is needed to serve it. */
interface Manifest {
  readonly apps: Readonly<
    Record<S.EmbedApp, { readonly policy: string; readonly pages: Readonly<Record<string, string>> }>
  >
  readonly assets: ReadonlyArray<string>
}

/** A file in the smallest form that a browser accepts. */
export interface CompressedFile {
  readonly bytes: Uint8Array
  readonly encoding: "br" | "gzip" | undefined
}

const forms = [
  ["br", ".br"],
  ["gzip", ".gz"],
  [undefined, ""]
] as const

/** The built embeds on disk. They are read when they are first needed, so that a service can start before they are built. */
export class BuiltEmbeds extends Context.Service<
  BuiltEmbeds,
  {
    /** What there is; none if the embeds aren't built. */
    readonly manifest: Effect.Effect<Option.Option<Manifest>>
    /** A file of the build. The name must be one of the manifest's. */
    readonly file: (name: string, acceptEncoding: string) => Effect.Effect<Option.Option<CompressedFile>>
  }
>()("@embedded-super/service/embed-sessions/BuiltEmbeds") {
  static readonly layer = Layer.effect(
    BuiltEmbeds,
    Effect.gen(function* () {
      const { embedsDir } = yield* Settings
      const fs = yield* FileSystem.FileSystem
      const files = new Map<string, CompressedFile>()
      let manifest: Manifest | undefined

      return BuiltEmbeds.of({
        manifest: Effect.suspend(() =>
          manifest === undefined
            ? Effect.map(
                fs.readFileString(join(embedsDir, "embeds.json")),
                (text) => (manifest = JSON.parse(text) as Manifest)
              )
            : Effect.succeed(manifest)
        ).pipe(Effect.option),

        file: Effect.fnUntraced(function* (name, acceptEncoding) {
          const [encoding, ending] = forms.find(
            ([encoding]) => encoding === undefined || acceptEncoding.includes(encoding)
          )!
          const known = files.get(name + ending)
          if (known !== undefined) return known
          const read: CompressedFile = {
            bytes: yield* fs.readFile(join(embedsDir, name + ending)),
            encoding
          }
          files.set(name + ending, read)
          return read
        }, Effect.option)
      })
    })
  )
}
