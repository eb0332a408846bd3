import { holdsKills } from "./matrix/holdsKills.ts"

holdsKills("partner")
