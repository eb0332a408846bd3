import { holdsKills } from "./matrix/holdsKills.ts"

holdsKills("fund")
