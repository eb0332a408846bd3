import type { Words } from "../en/index.ts"
import { common } from "./common.ts"
import { employee } from "./employee.ts"
import { employer } from "./employer.ts"
import { errors } from "./errors/index.ts"

/** Chinese, simplified. */
export const zh: Words = { common, employer, employee, errors }
