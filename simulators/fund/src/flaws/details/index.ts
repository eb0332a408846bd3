import type { Flaw } from "../Flaw.ts"
import { longEmployerNameRefused } from "./longEmployerNameRefused.ts"
import { ampersandCrash } from "./ampersandCrash.ts"
import { answeredBeforeStored } from "./answeredBeforeStored.ts"
import { correctionRefused } from "./correctionRefused.ts"
import { detailsRefused } from "./detailsRefused.ts"
import { emptyAnswersRefused } from "./emptyAnswersRefused.ts"
import { detailsRepeatRefused } from "./detailsRepeatRefused.ts"
import { unknownAnswersRefused } from "./unknownAnswersRefused.ts"

export const details: ReadonlyArray<Flaw> = [
  detailsRefused,
  emptyAnswersRefused,
  unknownAnswersRefused,
  ampersandCrash,
  detailsRepeatRefused,
  correctionRefused,
  answeredBeforeStored,
  longEmployerNameRefused
]
