import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { Settings } from "../platform/config/Settings.ts"

/** The part of `embeds.json`, which the build of `packages/embed` writes, that is needed to serve it. */
interface Manifest {
  readonly apps: Readonly<
    Record<S.EmbedApp, { readonly policy: string; readonly pages: Readonly<Record<string, string>> }>
  >
  readonly assets: ReadonlyArray<string>
  /** The text of each page that stands for who operates the service. */
  readonly operatorPlace: string
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

const formOf = (acceptEncoding: string) =>
  forms.find(([encoding]) => encoding === undefined || acceptEncoding.includes(encoding))!

const compressions = {
  br: (text: string) => brotliCompressSync(text),
  gzip: (text: string) => gzipSync(text, { level: 9 })
}

/** The operator's details that the frames show, as the text of an attribute (`packages/embed/src/frame/Footer.tsx`). */
const operatorText = ({
  collection_notice,
  help_contact,
  operator,
  privacy_policy
}: S.InstanceFile): string =>
  JSON.stringify({ operator, help_contact, privacy_policy, collection_notice })
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")

/** The built embeds on disk. They are read when they are first needed, so that a service can start before they are built. */
export class BuiltEmbeds extends Context.Service<
  BuiltEmbeds,
  {
    /** The manifest of the build; none if the embeds aren't built. */
    readonly manifest: Effect.Effect<Option.Option<Manifest>>
    /** A page of the build, with the operator in it. The name must be one of the manifest's. */
    readonly page: (name: string, acceptEncoding: string) => Effect.Effect<Option.Option<CompressedFile>>
    /** A file of the build. The name must be one of the manifest's. */
    readonly file: (name: string, acceptEncoding: string) => Effect.Effect<Option.Option<CompressedFile>>
  }
>()("@embedded-super/service/embed-sessions/BuiltEmbeds") {
  static readonly layer = Layer.effect(
    BuiltEmbeds,
    Effect.gen(function* () {
      const { embedsDir, instance } = yield* Settings
      const operator = operatorText(instance)
      const fs = yield* FileSystem.FileSystem
      const files = new Map<string, CompressedFile>()
      let known: Manifest | undefined
      const manifest = Effect.suspend(() =>
        known === undefined
          ? Effect.map(
              fs.readFileString(join(embedsDir, "embeds.json")),
              (text) => (known = JSON.parse(text) as Manifest)
            )
          : Effect.succeed(known)
      )

      return BuiltEmbeds.of({
        manifest: Effect.option(manifest),

        page: Effect.fnUntraced(function* (name, acceptEncoding) {
          const [encoding, ending] = formOf(acceptEncoding)
          const made = files.get(name + ending)
          if (made !== undefined) return made
          const { operatorPlace } = yield* manifest
          const built = yield* fs.readFileString(join(embedsDir, name))
          const text = built.replace(operatorPlace, () => operator)
          const page: CompressedFile = {
            bytes: encoding === undefined ? Buffer.from(text) : compressions[encoding](text),
            encoding
          }
          files.set(name + ending, page)
          return page
        }, Effect.option),

        file: Effect.fnUntraced(function* (name, acceptEncoding) {
          const [encoding, ending] = formOf(acceptEncoding)
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
