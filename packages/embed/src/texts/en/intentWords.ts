import { common } from "./common.ts"
import { intent } from "./intent.ts"
import { intent as ofIntent } from "./errors/intent.ts"
import { errorsIn } from "./errors/index.ts"

/** The words of this app alone: a phone loads no others. */
export const words = { common, intent, errors: errorsIn(ofIntent) }
