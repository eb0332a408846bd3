import type { Row } from "../Row.ts"
import { coalescing } from "./coalescing.ts"
import { killEverywhere } from "./killEverywhere.ts"
import { secretRotation } from "./secretRotation.ts"
import { storm429 } from "./storm429.ts"
import { storm5xx } from "./storm5xx.ts"

/** The rows of reliability's table that are proven here, in its order. */
export const rows: ReadonlyArray<Row> = [killEverywhere, storm429, storm5xx, coalescing, secretRotation]
