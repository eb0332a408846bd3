import { condemnsNobody } from "./matrix/condemnsNobody.ts"

condemnsNobody("partner")
