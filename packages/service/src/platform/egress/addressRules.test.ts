import { assert, describe, it } from "vitest"
import { isAllowedAddress, isLoopbackAddress } from "./addressRules.ts"

const refused = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.169.254",
  "169.254.170.2",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.31.196.1",
  "192.52.193.1",
  "192.88.99.1",
  "192.168.0.1",
  "192.175.48.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::8.8.8.8",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::ffff:7f00:1",
  "::ffff:0:127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::8.8.8.8",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "2002:808:808::1",
  "2620:4f:8000::1",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "2600:1f18::5efe:10.0.0.1",
  "2600:1f18::200:5efe:169.254.169.254",
  "4000::1",
  "",
  "localhost",
  "example.com",
  "127.1",
  "0x7f.0.0.1",
  "017700000001",
  "2130706433",
  "1.1.1.1:443",
  "[2606::1]",
  "2606:4700:4700::1111%1",
  "1.1.1.1 "
]

const allowed = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "126.255.255.255",
  "128.0.0.1",
  "168.63.129.15",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.1",
  "192.0.1.1",
  "198.17.255.255",
  "198.20.0.1",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2001:4860:4860::8888",
  "2a00:1450:4009:81f::200e"
]

describe("addresses that may be called", () => {
  it.each(refused)("not %j", (address) => {
    assert.isFalse(isAllowedAddress(address, { allowLoopback: false }))
  })

  it.each(allowed)("%s", (address) => {
    assert.isTrue(isAllowedAddress(address, { allowLoopback: false }))
  })

  it("loopback is allowed in development, and nothing else by it", () => {
    const development = refused.filter((address) => isAllowedAddress(address, { allowLoopback: true }))
    assert.deepStrictEqual(development, ["127.0.0.1", "127.255.255.254", "::1"])
    assert.deepStrictEqual(refused.filter(isLoopbackAddress), development)
  })
})
