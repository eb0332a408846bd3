import * as Result from "effect/Result"
import { assert, describe, it } from "vitest"
import { type EgressPolicy, acceptWebhookUrl } from "./endpointUrl.ts"

const production: EgressPolicy = { allowLoopback: false, ports: [443] }
const development: EgressPolicy = { allowLoopback: true, ports: [443] }

const outcome = (text: string, policy: EgressPolicy) =>
  Result.match(acceptWebhookUrl(text, policy), {
    onFailure: ({ reason }) => reason,
    onSuccess: (url) => url.href
  })

/** [address, its normal form or the refusal in production]; more of those that lead inside are in `ssrfVectors`. */
const addresses = [
  ["https://hooks.example.com/super?tenant=1", "https://hooks.example.com/super?tenant=1"],
  ["https://hooks.example.com:443/", "https://hooks.example.com/"],
  ["HTTPS://Hooks.Example.COM", "https://hooks.example.com/"],
  ["https://bücher.example.com/x", "https://xn--bcher-kva.example.com/x"],
  ["hooks.example.com", "not_a_url"],
  ["https://hooks.example.com/#top", "has_fragment"],
  ["https://hooks.example.com/#", "has_fragment"],
  ["https://1.1.1.1/", "ip_address"],
  ["https://[2606:4700:4700::1111]/", "ip_address"],
  ["https://kube.svc.cluster.local/", "not_a_public_name"],
  ["https://kubernetes.default.svc/", "not_a_public_name"],
  ["https://hooks.payroll.svc.cluster/", "not_a_public_name"],
  ["https://hooks.intranet/", "not_a_public_name"],
  ["https://svc.example.com/", "https://svc.example.com/"],
  ["https://local.internal.example.com/", "https://local.internal.example.com/"],
  ["https://a..b.com/", "not_a_host_name"],
  ["https://.example.com/", "not_a_host_name"],
  ["https://a-.com/", "not_a_host_name"],
  ["https://hooks.-example.com/", "not_a_host_name"],
  ["https://a!b.example.com/", "not_a_host_name"],
  [`https://${"a".repeat(64)}.example.com/`, "not_a_host_name"],
  [`https://${"a".repeat(63)}.example.com/`, `https://${"a".repeat(63)}.example.com/`],
  [`https://${`${"a".repeat(49)}.`.repeat(5)}example/`, "not_a_host_name"],
  ["https://my_tenant.example.com/", "https://my_tenant.example.com/"],
  [`https://hooks.example.com/${"a".repeat(2000)}`, "too_long"]
] as const

describe("addresses that can be registered", () => {
  it.each(addresses)("%s", (given, want) => {
    assert.strictEqual(outcome(given, production), want)
  })

  it("loopback is accepted in development only, on any port, with or without TLS", () => {
    for (const address of [
      "http://localhost:3000/hooks",
      "http://127.0.0.1:4010/",
      "http://[::1]:4010/",
      "https://app.localhost:9/"
    ]) {
      assert.strictEqual(outcome(address, development), address)
      assert.notStrictEqual(outcome(address, production), address)
    }
    assert.strictEqual(outcome("http://10.0.0.1/", development), "not_https")
    assert.strictEqual(outcome("http://hooks.example.com/", development), "not_https")
    assert.strictEqual(outcome("https://10.0.0.1/", development), "ip_address")
  })
})
