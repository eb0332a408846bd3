import { losesNothingWhenKilledAt } from "../../../test/webhooks/killedWorkers.ts"

losesNothingWhenKilledAt([
  ["after_claim", 1],
  ["connected", 3],
  ["sent", 3],
  ["answered", 6],
  ["before_ledger_write", 2],
  ["after_ledger_write", 2],
  ["before_release", 1],
  ["after_release", 1]
])
