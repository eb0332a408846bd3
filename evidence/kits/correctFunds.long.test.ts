import { passesCorrect } from "./passesCorrect.ts"

passesCorrect("fund")
