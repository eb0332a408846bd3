import { explainText } from "@embedded-super/conformance/cli/explainText"
import { listJson, listText } from "@embedded-super/conformance/cli/listText"
import { terminalOutput } from "@embedded-super/conformance/cli/terminalOutput"
import { colours, noColours } from "@embedded-super/conformance/report/terminal/Paint"
import { findCheck } from "@embedded-super/conformance/run/select"
import * as Effect from "effect/Effect"
import { kit } from "../kit.ts"

/** `partner-check list`. */
export const list = Effect.fnUntraced(function* ({ json }: { readonly json: boolean }) {
  const { canColour, write } = yield* terminalOutput
  yield* write(`${json ? listJson(kit) : listText(kit, canColour ? colours : noColours)}\n`)
})

/** `partner-check explain ID`. */
export const explain = Effect.fnUntraced(function* (id: string) {
  const { canColour, width, write } = yield* terminalOutput
  const { check, group } = yield* findCheck(kit, id)
  const named = kit.groups.find(({ name }) => name === group)!
  yield* write(`${explainText(kit, check, named, Math.min(width, 100), canColour ? colours : noColours)}\n`)
})
