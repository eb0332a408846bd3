import { passesCorrect } from "./passesCorrect.ts"

passesCorrect("partner")
