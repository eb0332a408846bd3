import { findsFlaws } from "./findsFlaws.ts"

findsFlaws("partner")
