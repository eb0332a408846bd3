import * as Effect from "effect/Effect"
import { askAt, type Asked } from "../cli/askAt.ts"
import { SimulatorAddress } from "../server/listen.ts"

/** Sends a request to the test's simulator. */
export const ask = (asked: Asked) => Effect.flatMap(SimulatorAddress, ({ url }) => askAt(url, asked))
