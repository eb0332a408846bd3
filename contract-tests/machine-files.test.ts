/** The files of `operations` for an operator's machine, as they are: systemd reads the units, and nginx serves before a real `serve`. */
import { freePorts } from "@embedded-super/program/freePorts"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { startCommand } from "@embedded-super/program/startProgram"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { missing } from "./src/clients/missing.ts"
import { sharedPrograms } from "./src/programs/shared.ts"

const operations = join(projectRoot, "operations")
const folder = mkdtempSync(join(tmpdir(), "embedded-super-machine-"))
afterAll(() => rmSync(folder, { recursive: true }))

const units = readdirSync(join(operations, "systemd")).map(
  (name) => [name, readFileSync(join(operations, "systemd", name), "utf8")] as const
)

describe("the units for systemd", () => {
  it.each(units)("%s gives a stop as long as it takes", (_, unit) => {
    const [, delay, request] = /SHUTDOWN_DELAY \((\d+)\) and REQUEST_TIMEOUT \((\d+)\)/.exec(unit) ?? []
    const [, stop] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
    expect(Number(stop)).toBeGreaterThan(Number(delay) + Number(request))
  })

  it("differ in what they run alone", () => {
    const same = units.map(([, unit]) => unit.replaceAll(/^(?:# |Description=|ExecStart=).*$/gm, ""))
    expect(new Set(same).size).toBe(1)
  })

  it.skipIf(missing(["systemd-analyze"]).length > 0)("are understood by systemd, without a warning", () => {
    for (const [name, unit] of units)
      writeFileSync(
        join(folder, name),
        unit.replace("/usr/local/bin/embedded-super", join(projectRoot, "bin/embedded-super"))
      )
    const files = units.map(([name]) => join(folder, name))
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...files], { encoding: "utf8" })
    expect([status, stderr]).toEqual([0, ""])
  })
})

describe.skipIf(missing(["nginx", "openssl", "curl"]).length > 0)("the file for nginx", () => {
  it("serves before two `serve`, also while one of them is gone", async () => {
    const { service } = await sharedPrograms()
    const [plain = 0, tls = 0, gone = 0] = await freePorts(3)
    const [key, certificate, log] = ["key.pem", "certificate.pem", "access.log"].map((file) =>
      join(folder, file)
    )
    execFileSync(
      "openssl",
      `req -x509 -newkey ed25519 -nodes -days 1 -subj /CN=api.example.com -keyout ${key} -out ${certificate}`.split(
        " "
      ),
      { stdio: "ignore" }
    )
    const places = [
      ["listen 80;", `listen 127.0.0.1:${plain};`],
      ["listen [::]:80;", ""],
      ["listen 443 ssl", `listen 127.0.0.1:${tls} ssl`],
      ["listen [::]:443 ssl http2;", ""],
      ["/etc/embedded-super/tls/fullchain.pem", certificate],
      ["/etc/embedded-super/tls/privkey.pem", key],
      ["/var/log/nginx/embedded-super.log", log],
      ["127.0.0.1:8080", `127.0.0.1:${gone}`],
      ["127.0.0.1:8081", new URL(service.url).host.replace("localhost", "127.0.0.1")]
    ] as const
    const site = places.reduce(
      (text, [inTheFile, here = ""]) => {
        expect(text).toContain(inTheFile)
        return text.replaceAll(inTheFile, here)
      },
      readFileSync(join(operations, "nginx.conf"), "utf8")
    )
    const config = join(folder, "nginx.conf")
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(" ")
    writeFileSync(
      config,
      `pid ${folder}/nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${temporary}\n${site}\n}\n`
    )
    const nginx = startCommand("nginx", ["-c", config, "-g", "daemon off;"])
    try {
      const call = (...args: ReadonlyArray<string>) =>
        spawnSync("curl", ["-sik", "--resolve", `api.example.com:${tls}:127.0.0.1`, ...args], {
          encoding: "utf8"
        }).stdout
      const address = `https://api.example.com:${tls}`
      await receiptOf(async () => call(`${address}/health/ready`) || undefined)
      const answers = [1, 2, 3, 4].flatMap((nth) => [
        call(`${address}/health/ready`, "-H", "X-Request-Id: of-the-caller"),
        call(`${address}/api/v1/products`, "-d", `{"name":"${nth}"}`, "-H", "Content-Type: application/json")
      ])
      expect(answers.map((answer) => answer.split(" ")[1])).toEqual(
        answers.map((_, nth) => (nth % 2 ? "401" : "200"))
      )
      const ids = answers.map((answer) => /^x-request-id: (.*)\r$/im.exec(answer)?.[1])
      const lines = readFileSync(log ?? "", "utf8")
        .trim()
        .split("\n")
        .slice(-ids.length)
      expect(lines.map((line) => line.split(" ").at(-1))).toEqual(ids)
    } finally {
      await nginx.stop()
    }
  })
})
