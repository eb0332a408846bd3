import { assert, it } from "@effect/vitest"
import ssh2 from "ssh2"
import { newKeyPair, readPublicKey } from "./sshKeys.ts"

it("every new key pair can be read again: one in 256 that the library makes can't", () => {
  for (let nth = 0; nth < 2000; nth += 1) {
    const pair = newKeyPair("test")
    assert.notInstanceOf(ssh2.utils.parseKey(pair.private), Error)
    assert.isDefined(readPublicKey(pair.public))
  }
})
