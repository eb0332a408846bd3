import { assert, describe, it } from "@effect/vitest"
import { isAddress, isEncrypted, mistakeIn } from "./databaseAddress.ts"

describe("the connections of an address", () => {
  it.each([
    ["postgres://u:p@db.example/embedded_super", true],
    ["postgresql://u:p@10.0.0.7:5432/embedded_super", true],
    ["postgres://u:p@db.example/db?sslmode=require", true],
    ["postgres://u:p@db.example/db?sslmode=verify-ca", true],
    ["postgres://u:p@127.0.0.1/db?sslmode=verify-full", true],
    ["postgres://u:p@db/db?sslmode=disable", false],
    ["postgres://u:p@localhost/db", false],
    ["postgres://u:p@127.0.0.53:6432/db", false],
    ["postgres://u:p@[::1]/db", false],
    ["postgres:///db", false],
    ["postgres://u@localhost/db?host=/var/run/postgresql", false],
    ["postgres://u@%2Fvar%2Frun%2Fpostgresql/db", false],
    ["postgres://u:p@localhost/db?host=db.example", true],
    ["postgres://u:p@localhost.example/db", true],
    ["postgres://u:p@localhost/db?sslmode=prefer", undefined]
  ])("%s: encrypted is %s", (address, expected) => {
    assert.strictEqual(isEncrypted(address), expected)
    assert.isUndefined(mistakeIn(address))
  })
})

describe("an address that isn't read as it is meant", () => {
  const several =
    /^DATABASE_URL names several servers or target_session_attrs, .*HAProxy with Patroni's check \/primary\.$/s
  it.each([
    ["postgres://u:hunter2@a:1,b:2/db?target_session_attrs=read-write", several],
    ["postgres://u:hunter2@a,b/db", several],
    ["postgres://u:hunter2@a/db?host=b,c", several],
    ["postgres://u:hunter2@a/db?target_session_attrs=read-write", several],
    [
      "postgres://u:hunter2@a/db?sslmode=verify-full&sslrootcert=/etc/ca.pem",
      /^DATABASE_URL has sslrootcert=, which this program doesn't read\.\nRemove it, and set DATABASE_CA_FILE /
    ],
    [
      "postgres://u:hunter2@a/db?ssl=true",
      /^DATABASE_URL has ssl=, which this program doesn't read\.\nRemove it\. /
    ],
    [
      "postgres://u:hunter2@a/db?sslmode=prefer",
      /^DATABASE_URL has sslmode=prefer, .*\n.*sslmode=disable\.$/
    ],
    ["postgres://u:hunter2@a/db?sslmode=allow", /^DATABASE_URL has sslmode=allow, /]
  ])("%s is refused in a sentence", (address, sentence) => {
    assert.isTrue(isAddress(address))
    const { message } = mistakeIn(address) ?? assert.fail("it isn't refused")
    assert.match(message, sentence)
    assert.notInclude(message, "hunter2")
  })

  it.each(["mysql://u:p@a/db", "u:p@a,b/db", "db"])("%s is none of PostgreSQL", (text) => {
    assert.isFalse(isAddress(text))
  })
})
