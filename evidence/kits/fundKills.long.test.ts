import { findsFlaws } from "./findsFlaws.ts"

findsFlaws("fund")
