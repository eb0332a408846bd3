import type { Row } from "../Row.ts"
import { killEverywhere } from "./killEverywhere.ts"

/** The rows of reliability's table that are proven here, in its order. */
export const rows: ReadonlyArray<Row> = [killEverywhere]
