import { WebhookKeys } from "@embedded-super/contracts/schemas"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { MasterKeys, masterKeyRing, masterKeyOf } from "@embedded-super/service/master-key"
import { Vault } from "@embedded-super/service/platform"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { CLIENTS, judgeCrowd, startCrowd } from "../fleet/crowd.ts"
import { startFleet } from "../fleet/Fleet.ts"
import { fleetScene } from "../fleet/scene.ts"
import { hostKeyChange } from "../ingest/hostKeyChange.ts"
import { unverifiedBy } from "../judge/publishedKeys.ts"
import { wholeService } from "../registration/scene.ts"
import { atLeast, exactly, type Row, type RowContext } from "../Row.ts"
import type { Cell } from "../world/Cell.ts"

interface KeyUse {
  readonly id: string
  readonly values: number
}

/**
 * Row 24: the operators' keys are replaced under whole onboardings, as the guide says: the master key, until the old one is retired
 * and gone; a webhook secret; a webhook signing key (v1a); the credentials at the fund; and the SFTP server's own key, under
 * uploads of lists.
 */
export const rotation: Row = {
  number: 24,
  title: "rotation of keys",
  run: Effect.fnUntraced(function* (context: RowContext) {
    const { say, size, world } = context
    const folder = join(world.folder, "rotation")
    mkdirSync(folder)
    const keyFile = join(folder, "master.key")
    const keys = { masterKeyFile: keyFile }
    const oldKey = readFileSync(world.masterKeyFile, "utf8")
    const newKey = randomBytes(32).toString("base64")
    const keep = (...lines: ReadonlyArray<string>) =>
      Effect.sync(() => writeFileSync(keyFile, lines.join("\n"), { mode: 0o600 }))
    yield* keep(oldKey)

    const { cell, fund, partner, product, receiver, run } = yield* fleetScene(context, world.server, {
      name: "rotation",
      database: "rotation",
      keys
    })
    // While the database knows the key that the test's own services have.
    const service = yield* wholeService(cell)
    const admin = (...args: ReadonlyArray<string>) =>
      Effect.promise(async () => {
        const { code, stderr, stdout } = await run("admin", ...args)
        if (code !== 0) throw new Error(`admin ${args.join(" ")} ended with ${code}: ${stderr}`)
        return stdout
      })
    const used = Effect.map(
      admin("master-key", "list", "--json"),
      (text) => JSON.parse(text) as ReadonlyArray<KeyUse>
    )
    // Before the first webhook: each is signed with it.
    yield* admin("partner", "webhook-key", "create", "rotation")
    const { crowd, hostKey, left, printed, published } = yield* Effect.scoped(
      Effect.gen(function* () {
        const fleet = yield* startFleet(cell, keys, { project: projectRoot })
        const crowd = yield* startCrowd(cell, fleet, product.key, CLIENTS[size])
        const step = (what: string) => say(`${what}, ${crowd.whole()} onboardings`)

        const [old] = yield* used
        yield* keep(oldKey, newKey)
        yield* fleet.restart
        yield* keep(newKey, oldKey)
        yield* fleet.restart
        yield* step("the new master key is first everywhere")
        yield* admin("master-key", "reseal")
        const left = (yield* used).find(({ id }) => id === old?.id)?.values ?? 0
        yield* admin("master-key", "retire", old?.id ?? "")
        yield* keep(newKey)
        yield* fleet.restart
        yield* step("the old one is retired and gone")

        yield* Effect.promise(async () => {
          const path = `/api/v1/products/${product.id}/webhook/rotate-secret`
          const answer = await fetch(`${fleet.url}${path}`, {
            method: "POST",
            headers: { "x-api-key": partner.key, "content-type": "application/json" },
            body: "{}"
          })
          if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
        })
        yield* step("the webhook secret is another")

        const publishedKeys = Effect.promise(async () => {
          const answer = await fetch(`${fleet.url}/.well-known/webhook-keys`)
          const { keys } = Schema.decodeUnknownSync(WebhookKeys)(await answer.json())
          return keys.map(({ public_key }) => public_key)
        })
        const before = yield* publishedKeys
        yield* admin("partner", "webhook-key", "rotate", "rotation")
        const published = { before, after: yield* publishedKeys }
        yield* step("the webhook signing key is another")

        const credentials = join(folder, "credentials")
        writeFileSync(credentials, randomBytes(32).toString("base64url"), { mode: 0o600 })
        yield* fund.takeKey(readFileSync(credentials, "utf8"))
        yield* admin("fund", "credentials", "--fund", "banksia", "--file", credentials)
        yield* step("the fund's credentials are others")

        const sftp = (command: string) => admin("sftp", command, "--json")
        const hostKey = yield* hostKeyChange(cell, service, keys, sftp, {
          folder: join(folder, "sftp"),
          funds: CLIENTS[size]
        })
        yield* step("the SFTP server's key is another")
        yield* crowd.leave
        return { crowd, hostKey, left, published, printed: [...fleet.printed(), ...hostKey.printed] }
      })
    )

    // The history of this run holds secrets as they were sealed: it is no table of the service.
    const keyOf = (text: string) => masterKeyOf(Buffer.from(text, "base64"))
    // Fresh, because the cell has built this layer with the old key.
    const vault = Layer.fresh(Vault.layer).pipe(
      Layer.provide(Layer.succeed(MasterKeys, masterKeyRing(keyOf(newKey), keyOf(oldKey)))),
      Layer.orDie
    )
    const withNewKey: Cell = {
      ...cell,
      run: (effect) => cell.run(Effect.provide(effect, vault))
    }
    const secrets = [partner.key, product.key, oldKey, newKey, fund.key()]
    const { figures, notes, runs } = yield* judgeCrowd(withNewKey, fund, crowd, printed, secrets)
    const webhooks = (yield* receiver.lines).filter((line) => line.is === "began")
    const unverified = (keys: ReadonlyArray<string>) =>
      Effect.promise(async () => (await unverifiedBy(keys, webhooks)).length)
    const added = published.after.filter((key) => !published.before.includes(key))
    return {
      runs: `five keys under ${CLIENTS[size]} clients, ${runs}`,
      figures: [
        exactly("values that the old master key sealed when it was retired", left, 0),
        exactly("webhooks that no published key verifies", yield* unverified(published.after), 0),
        exactly(
          "webhooks that the key published before doesn't verify",
          yield* unverified(published.before),
          0
        ),
        atLeast("webhooks that the new key verifies", webhooks.length - (yield* unverified(added)), 1),
        ...hostKey.figures,
        ...figures
      ],
      notes
    }
  })
}
