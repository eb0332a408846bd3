/**
 * Each command of the operator and each operation of partners that changes something has an entry in the audit log. A
 * new one fails here until it is in these tables.
 */
import { PartnerApi } from "@embedded-super/contracts/partner-api"
import type { ActionName } from "@embedded-super/pages/kinds/operators"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it, layer } from "@effect/vitest"
import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { admin, aFile } from "../../test/admin.ts"
import { keyPair } from "../../test/funds/TestSftp.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { aFundProfile } from "../../../rules/test/aFundProfile.ts"
import { admin as adminCommand } from "./admin.ts"

/** Commands that change nothing. */
const READS = new Set([
  "audit verify",
  "audit export",
  "clock show",
  "employer-list show",
  "find",
  "fund breaches",
  "fund list",
  "fund-calls list",
  "fund-calls show",
  "fund-calls without-number",
  "key list",
  "master-key list",
  "outgoing show",
  "partner list",
  "product list",
  "request show",
  "restore report",
  "session show",
  "sftp host-key",
  "sftp list",
  "status",
  "timers",
  "versions",
  "webhook dead",
  "webhook due",
  "webhook list",
  "webhook status"
])

/** Commands whose entry another test reads, because much must be there before they run. */
const ELSEWHERE: Readonly<Record<string, ActionName>> = {
  "audit resume": "audit.resume",
  "clock advance": "clock.advance",
  "employer-details write-file": "employer_details.write",
  "employer-list import": "employer_list.import",
  "employer-list override": "employer_list.override",
  "employer-list refuse": "employer_list.refuse",
  "fund check": "fund.check",
  "fund lift": "fund.lift",
  "fund-calls enter-number": "fund_call.enter_number",
  "fund-calls release": "fund_call.release",
  "master-key reseal": "master_key.reseal",
  "master-key retire": "master_key.retire",
  "person erase": "onboarding_session.erase",
  "person export": "person.export",
  "product go-live": "product.go_live",
  "restore accept": "restore.accept",
  "restore erasures": "restore.erasures",
  "webhook pause": "webhook_endpoint.pause",
  "webhook replay": "webhook_delivery.replay",
  "webhook resume": "webhook_endpoint.resume"
}

/** Commands in an order in which they work, with what follows their name. */
const RUN: ReadonlyArray<readonly [command: string, rest: string, action: ActionName]> = [
  ["issue-webhooks on", "--partner wattle", "partner.issue_webhooks"],
  ["issue-webhooks off", "--partner wattle", "partner.issue_webhooks"],
  ["retention", "--partner wattle --tfn-days 7", "partner.retention"],
  ["key create", "--partner wattle", "api_key.create"],
  ["key deactivate", "$KEY", "api_key.deactivate"],
  ["product look", "$PRODUCT --accent #1d6b52", "product.look"],
  ["product tfn-access", "$PRODUCT on", "product.tfn_access_permit"],
  ["partner webhook-key create", "wattle", "webhook_key.create"],
  ["partner webhook-key rotate", "wattle", "webhook_key.rotate"],
  ["partner webhook-key end", "wattle", "webhook_key.end"],
  ["fund load", "$PROFILE", "fund.load"],
  ["fund credentials", "--fund banksia --file $SECRET", "fund.credentials"],
  ["fund link", "--fund banksia --product $PRODUCT", "fund.link"],
  ["fund promote", "--fund banksia --product $PRODUCT", "fund.promote"],
  ["fund demote", "--fund banksia --product $PRODUCT", "fund.demote"],
  ["fund hold", "--fund banksia --until 2099-01-01T00:00:00Z --reason maintenance", "fund.hold"],
  ["fund release", "--fund banksia", "fund.release"],
  ["outgoing hold", "--until 2099-01-01T00:00:00Z --reason maintenance", "outgoing.hold"],
  ["outgoing release", "", "outgoing.release"],
  ["partner suspend", "wattle", "partner.suspend"],
  ["partner resume", "wattle", "partner.resume"],
  ["fund unlink", "--fund banksia --product $PRODUCT", "fund.unlink"],
  ["employer-list salt", "--fund banksia --file $SECRET", "employer_list.salt"],
  ["sftp provision", "--fund banksia --key $PUBLIC", "sftp.provision"],
  ["sftp next-host-key", "", "sftp.next_host_key"],
  ["sftp change-host-key", "", "sftp.change_host_key"],
  ["operator-events set", "https://ops.example.com/", "webhook_endpoint.set"],
  ["operator-events rotate-secret", "", "webhook_secret.rotate"],
  ["operator-events off", "", "webhook_endpoint.set"],
  ["sftp revoke", "--fund banksia --fingerprint $FINGERPRINT", "sftp.revoke"]
]

const leavesOf = ({ name, subcommands }: Command.Command.Any): ReadonlyArray<string> => {
  const below = subcommands.flatMap(({ commands }) => commands.flatMap(leavesOf))
  return below.length === 0 ? [name] : below.map((leaf) => `${name} ${leaf}`)
}

/** A partner's operations that change something: the action that is recorded, or what keeps the change instead. */
const OPERATIONS: Readonly<Record<string, ActionName | "events" | "address" | "sandbox">> = {
  createProduct: "product.create",
  updateProduct: "product.update",
  setProductWebhook: "webhook_endpoint.set",
  rotateWebhookSecret: "webhook_secret.rotate",
  resumeProductWebhook: "webhook_endpoint.resume",
  setProductCheckReport: "product.check_report",
  createProductKey: "api_key.create",
  deactivateProductKey: "api_key.deactivate",
  replayWebhookDelivery: "webhook_delivery.replay",
  replayWebhookDeliveries: "webhook_delivery.replay",
  updateEmployer: "employer.update",
  eraseOnboardingSession: "onboarding_session.erase",
  retryMemberRegistration: "member_registration.retry",
  // Each change of these is in the thing itself, with its version and its moments, and in its events.
  createEmployer: "events",
  resolveEmployerIssue: "events",
  createOnboardingSession: "events",
  updateOnboardingSession: "events",
  cancelOnboardingSession: "events",
  createOnboardingSessionIntent: "events",
  cancelOnboardingSessionIntent: "events",
  createOnboardingSessionFromIntent: "events",
  testProductWebhook: "events",
  // An address changes nothing until a person opens it: then an embed session is made, the actor of later entries.
  generateEmployerEmbedUrl: "address",
  generateOnboardingSessionEmbedUrl: "address",
  generateOnboardingSessionIntentEmbedUrl: "address",
  advanceOnboardingSession: "sandbox",
  setSimulatedStapling: "sandbox",
  setSimulatedDefaultFund: "sandbox",
  playEmployerMatch: "sandbox",
  openSimulatedEmployerIssue: "sandbox",
  startSimulatedIntent: "sandbox",
  completeOnboardingSessionIntent: "sandbox"
}

describe("what changes something is recorded", () => {
  it("each command is known as one that reads, or by the entry that it leaves", () => {
    const commands = leavesOf(adminCommand).map((leaf) => leaf.replace(/^admin /, ""))
    const known = [...READS, ...Object.keys(ELSEWHERE), ...RUN.map(([command]) => command), "partner create"]
    assert.sameMembers(known, commands)
  })

  it("each operation of partners that isn't a GET is known by its entry, or by what keeps the change instead", () => {
    const changing: Array<string> = []
    HttpApi.reflect(PartnerApi, {
      onGroup: () => {},
      onEndpoint: ({ endpoint: { identifier, method } }) => {
        if (method !== "GET" && method !== "HEAD") changing.push(identifier)
      }
    })
    assert.sameMembers(Object.keys(OPERATIONS), changing)
  })
})

layer(TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)), { excludeTestServices: true })(
  "what an operator changes",
  (it) => {
    const newest = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* sql<{ action: string; actor_id: string; detail: { account?: string } }>`
        SELECT action, actor_id, detail FROM audit_log ORDER BY occurred_at DESC, id DESC LIMIT 1`
    })

    it.effect("is recorded by each command, with the operator's name and account", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const made = yield* admin("partner create Wattle --as mia.k")
        const { public: publicKey } = keyPair()
        const [product] = yield* sql<{ id: string }>`INSERT INTO products (id, partner_id, name, slug)
          SELECT gen_random_uuid(), id, 'Wattle', 'wattle' FROM partners RETURNING id`
        const values: Readonly<Record<string, string>> = {
          PRODUCT: product?.id ?? "",
          KEY: /partner_sandbox_\w{8}/.exec(made.output)?.[0] ?? "",
          PROFILE: yield* aFile(aFundProfile()),
          SECRET: yield* aFile("Zm9yLXRlc3RzLW9ubHktYS1rZXktb2YtYS1mdW5k"),
          PUBLIC: yield* aFile(publicKey)
        }
        assert.deepInclude((yield* newest)[0], { action: "partner.create", actor_id: "mia.k" })
        let fingerprint = ""
        for (const [command, rest, action] of RUN) {
          const given = rest.replaceAll(/\$([A-Z]+)/g, (_, name: string) => values[name] ?? fingerprint)
          const { code, output } = yield* admin(`${command} ${given} --as mia.k`.replace("  ", " "))
          assert.strictEqual(code, 0, `${command}: ${output}`)
          if (command === "sftp provision") fingerprint = /SHA256:\S+/.exec(output)?.[0] ?? ""
          const [entry] = yield* newest
          assert.deepInclude(entry, { action, actor_id: "mia.k" }, command)
          assert.isString(entry?.detail.account, command)
        }
        const shown = yield* admin("audit --actor mia.k --action fund.load")
        assert.match(
          shown.output,
          /^\S+ {2}fund\.load {2}fund \S+ {2}by operator mia\.k {2}\{.*"usis".*\}\n$/
        )
        const none = "There are no such entries in the audit log.\n"
        assert.strictEqual((yield* admin("audit --actor nobody")).output, none)
        assert.strictEqual((yield* admin("audit --until 2000-01-01")).output, none)
        assert.include((yield* admin(`audit --product ${product?.id} --limit 1`)).output, "fund.unlink")
        const all = yield* admin("audit --limit 1000")
        for (const secret of [values["SECRET"] ?? "-", "Zm9yLXRlc3Rz"]) assert.notInclude(all.output, secret)
      })
    )

    it.effect("has the name of OPERATOR if no --as is given, and a name that can't be one is refused", () =>
      Effect.gen(function* () {
        const refused = yield* admin("partner create Banksia --as <script>")
        assert.deepStrictEqual(
          [refused.code, refused.output.includes("The name in --as can't be used.")],
          [1, true]
        )
        const named = yield* admin("partner create Boronia", undefined, { OPERATOR: "li.w" })
        assert.strictEqual(named.code, 0)
        assert.deepInclude((yield* newest)[0], { action: "partner.create", actor_id: "li.w" })
        const both = yield* admin("partner create Correa --as mia.k", undefined, { OPERATOR: "li.w" })
        assert.strictEqual(both.code, 0)
        assert.deepInclude((yield* newest)[0], { action: "partner.create", actor_id: "mia.k" })
      })
    )
  }
)
