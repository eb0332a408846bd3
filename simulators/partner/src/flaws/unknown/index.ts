import type { Flaw } from "../Flaw.ts"
import { unknownSubject400 } from "./unknownSubject400.ts"
import { unknownEvent500 } from "./unknownEvent500.ts"
import { unknownField400 } from "./unknownField400.ts"
import { newerVersion400 } from "./newerVersion400.ts"
import { unknownEventConverts } from "./unknownEventConverts.ts"
import { longBody413 } from "./longBody413.ts"

export const unknown: ReadonlyArray<Flaw> = [
  unknownSubject400,
  unknownEvent500,
  unknownField400,
  newerVersion400,
  unknownEventConverts,
  longBody413
]
