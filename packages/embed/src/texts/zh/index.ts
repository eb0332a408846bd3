import type { Words } from "../en/index.ts"
import { common } from "./common.ts"
import { employer } from "./employer.ts"
import { errors } from "./errors/index.ts"
import { intent } from "./intent.ts"

/** Chinese, simplified. */
export const zh: Words = { common, employer, intent, errors }
