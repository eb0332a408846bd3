import { common } from "./common.ts"
import { employer } from "./employer.ts"
import { employer as ofEmployer } from "./errors/employer.ts"
import { errorsIn } from "./errors/index.ts"

/** The words of this app alone: a phone loads no others. */
export const words = { common, employer, errors: errorsIn(ofEmployer) }
