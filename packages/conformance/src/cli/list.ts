import * as Effect from "effect/Effect"
import type { Kit } from "../check/Check.ts"
import { colours, noColours } from "../report/terminal/Paint.ts"
import { findCheck } from "../run/select.ts"
import { explainText } from "./explainText.ts"
import { listJson, listText } from "./listText.ts"
import { terminalOutput } from "./terminalOutput.ts"

/** `list`: every check of the kit. */
export const list = <World>(kit: Kit<World>) =>
  Effect.fnUntraced(function* ({ json }: { readonly json: boolean }) {
    const { canColour, write } = yield* terminalOutput
    yield* write(`${json ? listJson(kit) : listText(kit, canColour ? colours : noColours)}\n`)
  })

/** `explain ID`: one check. */
export const explain = <World>(kit: Kit<World>) =>
  Effect.fnUntraced(function* ({ id }: { readonly id: string }) {
    const { canColour, width, write } = yield* terminalOutput
    const { check, group } = yield* findCheck(kit, id)
    const named = kit.groups.find(({ name }) => name === group)!
    yield* write(`${explainText(kit, check, named, Math.min(width, 100), canColour ? colours : noColours)}\n`)
  })
