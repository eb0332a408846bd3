/**
 * Ways to make a server call an address that it must not call, as data, from published test lists and from holes that
 * were found in filters. Each is tried at registration and at the connection.
 */

/** The result of registering an address in production: the reason of its refusal, or `accepted`. */
export type Registration =
  | "accepted"
  | "not_a_url"
  | "not_https"
  | "has_credentials"
  | "has_fragment"
  | "port_not_allowed"
  | "ip_address"
  | "not_a_public_name"

/** A text that is registered as a webhook address. */
export type AddressVector = readonly [text: string, registration: Registration]

const every = (registration: Registration, texts: ReadonlyArray<string>): ReadonlyArray<AddressVector> =>
  texts.map((text) => [text, registration])

/** The addresses of hosts that are listed with spaces between them. */
const hosts = (text: string): ReadonlyArray<string> =>
  text
    .trim()
    .split(/\s+/)
    .map((host) => `https://${host}/`)

/** The name of the positive controls: the stub resolver points it to the allowed receiver. */
export const PUBLIC_NAME = "hooks.example.com"

/** Addresses of this machine, the network around it, and the metadata services of clouds, in plain notation. */
const plainIpv4 = every("ip_address", [
  ...hosts(`
    0.0.0.0 10.0.0.1 100.64.0.1 100.100.100.200/latest/meta-data 127.0.0.1 127.0.0.1:443 127.127.127.127
    169.254.169.254/latest/meta-data/iam/security-credentials 172.16.0.1 172.31.255.254
    192.0.0.192/opc/v2/instance 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1
    224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
  `),
  "https://168.63.129.16/machine?comp=goalstate",
  "https://169.254.170.2/v2/credentials"
])

/** Addresses as numbers that a URL parser, or the C library, reads as an IPv4 address. */
const disguisedIpv4 = every("ip_address", [
  ...hosts(`
    2130706433 0x7f000001 017700000001 0177.0.0.1 0x7f.0x0.0x0.0x1 0x7f.1 127.1 127.0.1 0 0x0 00000000
    127.0.0.1. 2852039166 0xa9fea9fe 025177524776 0251.0376.0251.0376 0xA9.0xFE.0xA9.0xFE 169.254.43518
    3232235777 167772161 10.1 ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127｡0｡0｡1 %31%32%37.0.0.1 169%2e254%2e169%2e254
    /127.0.0.1
  `),
  "https:127.0.0.1",
  "https:\\\\127.0.0.1\\",
  " https://127.0.0.1/",
  "ht\ttps://127.0.0.1/",
  "https://127.0.\n0.1/"
])

/** IPv6: this machine, the network, multicast, and every way to carry an IPv4 address in it. */
const ipv6 = every("ip_address", [
  ...hosts(`
    [::] [::1] [::1]:443 [0:0:0:0:0:0:0:1] [0000::0001] [::127.0.0.1] [::7f00:1] [::a9fe:a9fe]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:169.254.169.254] [::ffff:a9fe:a9fe] [::ffff:10.0.0.1]
    [0:0:0:0:0:ffff:c0a8:0101] [::ffff:0:127.0.0.1] [64:ff9b::169.254.169.254] [64:ff9b::7f00:1]
    [64:ff9b:1::a9fe:a9fe] [2002:7f00:1::] [2002:a9fe:a9fe::1] [2002:c0a8:101::]
    [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001::1] [2001:2::1] [2001:10::1] [2001:20::1] [2001:db8::1]
    [2600:1f18::5efe:10.0.0.1] [2600:1f18::200:5efe:a9fe:a9fe] [2620:4f:8000::1] [3fff::1] [4000::1]
    [5f00::1] [100::1] [fc00::1] [fd00:ec2::254]/latest/meta-data [fd20:ce::254]/computeMetadata/v1
    [fe80::1] [fec0::1] [ff02::1] [ff0e::1]
  `)
])

/** Texts that no parser accepts: zone ids, brackets and numbers in the wrong places. */
const unreadable = every("not_a_url", [
  "https://[fe80::1%25eth0]/",
  "https://[fe80::1%eth0]/",
  "https://[127.0.0.1]/",
  "https://[::1/",
  "https://::1/",
  "https://[[::1]]/",
  "https://[::ffff:127.0.0.1.]/",
  "https://425.510.425.510/",
  "https://256.256.256.256/",
  "https://1.2.3.4.5/",
  "https://127.0.0.1%00.hooks.example.com/",
  "https://hooks.example.com%00@127.0.0.1%00/",
  "https://hooks.example.com%40127.0.0.1/",
  "https://hooks.example.com%2f@127.0.0.1%2f/",
  "https://hooks.0x7f/",
  "https://127.0.0.1:65536/",
  "https://hooks.example.com:443:80/",
  "https://",
  "//127.0.0.1/",
  "127.0.0.1"
])

/** Names that resolve to this machine or into the network, with any resolver. */
const privateNames = every("not_a_public_name", [
  ...hosts(`
    localhost LOCALHOST localhost. localhost.localdomain app.localhost ⓛⓞⓒⓐⓛⓗⓞⓢⓣ ｌｏｃａｌｈｏｓｔ loca%6chost
    metadata metadata.google.internal/computeMetadata/v1 metadata。google。internal instance-data.ec2.internal
    host.docker.internal kubernetes.default.svc.cluster.local printer.local router.lan nas.home.arpa
    intranet.corp hidden.onion hooks.example.com.
  `),
  "https://loc\u00ADalhost/"
])

/** URLs whose host or protocol isn't the one that they seem to have. */
const confusing: ReadonlyArray<AddressVector> = [
  ["https://hooks.example.com@127.0.0.1/", "has_credentials"],
  ["https://127.0.0.1@hooks.example.com/", "has_credentials"],
  ["https://user:pass@169.254.169.254/", "has_credentials"],
  ["https://hooks.example.com:443@10.0.0.1/", "has_credentials"],
  ["https://@127.0.0.1/", "ip_address"],
  ["https://127.0.0.1\\@hooks.example.com/", "ip_address"],
  ["https://127.0.0.1#@hooks.example.com/", "has_fragment"],
  ["https://hooks.example.com#@127.0.0.1/", "has_fragment"],
  ["http://127.0.0.1/", "not_https"],
  ["http://hooks.example.com/", "not_https"],
  ["ws://127.0.0.1/", "not_https"],
  ["wss://hooks.example.com/", "not_https"],
  ["ftp://127.0.0.1/", "not_https"],
  ["gopher://127.0.0.1:6379/_FLUSHALL", "not_https"],
  ["dict://127.0.0.1:11211/stats", "not_https"],
  ["ldap://127.0.0.1/", "not_https"],
  ["tftp://127.0.0.1/", "not_https"],
  ["file:///etc/passwd", "not_a_url"],
  ["file://127.0.0.1/etc/passwd", "not_https"],
  ["jar:https://127.0.0.1!/", "not_a_url"],
  ["blob:https://127.0.0.1/x", "not_a_url"],
  ["data:text/plain,x", "not_a_url"],
  ["javascript:fetch('https://127.0.0.1')", "not_a_url"],
  ["unix:/var/run/docker.sock", "not_a_url"]
]

/** Ports of services other than the web, behind a public name. */
const oddPorts = every(
  "port_not_allowed",
  [0, 1, 22, 25, 53, 80, 2375, 3306, 5432, 6379, 8080, 8443, 9200, 10250, 11211, 27017].map(
    (port) => `https://${PUBLIC_NAME}:${port}/`
  )
)

/** Positive controls: they look odd, and lead only to the public name. */
const harmless = every("accepted", [
  "https://hooks.example.com/",
  "HTTPS://Hooks.Example.COM:443/",
  "https://hooks.example.com/@127.0.0.1/",
  "https://hooks.example.com\\@127.0.0.1/",
  "https://hooks.example.com?@127.0.0.1/",
  "https://hooks.example.com/?next=http://169.254.169.254/",
  "https://127-0-0-1.example.com/",
  "https://bücher.example.com/"
])

export const addressVectors: ReadonlyArray<AddressVector> = [
  ...plainIpv4,
  ...disguisedIpv4,
  ...ipv6,
  ...unreadable,
  ...privateNames,
  ...confusing,
  ...oddPorts,
  ...harmless
]

/**
 * The address of the positive controls' receiver: no other service uses it, and no other address of this machine is
 * allowed.
 */
export const ALLOWED_ADDRESS = "127.0.0.77"

/**
 * A name that may be registered, and a resolver's answers, lookup by lookup (the last answer repeats: a time to live of
 * 0). `want`: the result of each attempt, on its own connection.
 */
export type NameVector = readonly [
  name: string,
  answers: ReadonlyArray<ReadonlyArray<string>>,
  want: ReadonlyArray<"refused" | "reached">
]

const refusedOnce = (name: string, ...answer: ReadonlyArray<string>): NameVector => [
  name,
  [answer],
  ["refused"]
]

export const nameVectors: ReadonlyArray<NameVector> = [
  refusedOnce("localtest.me.example.com", "127.0.0.1"),
  refusedOnce("127.0.0.1.nip.example.com", "127.0.0.1"),
  refusedOnce("169-254-169-254.nip.example.com", "169.254.169.254"),
  refusedOnce("instance-data.example.com", "169.254.169.254"),
  refusedOnce("rancher-metadata.example.com", "169.254.169.250"),
  refusedOnce("wireserver.example.com", "168.63.129.16"),
  refusedOnce("alibaba.example.com", "100.100.100.200"),
  refusedOnce("zero.example.com", "0.0.0.0"),
  refusedOnce("private.example.com", "192.168.0.10"),
  refusedOnce("carrier.example.com", "100.64.3.4"),
  refusedOnce("broadcast.example.com", "255.255.255.255"),
  refusedOnce("loopback6.example.com", "::1"),
  refusedOnce("mapped.example.com", "::ffff:127.0.0.1"),
  refusedOnce("mapped-hex.example.com", "::ffff:a9fe:a9fe"),
  refusedOnce("mapped-public.example.com", "::ffff:8.8.8.8"),
  refusedOnce("nat64.example.com", "64:ff9b::a9fe:a9fe"),
  refusedOnce("6to4.example.com", "2002:7f00:1::"),
  refusedOnce("teredo.example.com", "2001:0:4136:e378:8000:63bf:3fff:fdd2"),
  refusedOnce("unique-local.example.com", "fd00:ec2::254"),
  refusedOnce("link-local.example.com", "fe80::1"),
  refusedOnce("zone.example.com", "fe80::1%eth0"),
  refusedOnce("nothing.example.com"),
  refusedOnce("text.example.com", "localhost"),
  refusedOnce("decimal.example.com", "2130706433"),
  refusedOnce("mixed-last.example.com", ALLOWED_ADDRESS, "10.0.0.1"),
  refusedOnce("mixed-first.example.com", "10.0.0.1", ALLOWED_ADDRESS),
  refusedOnce("mixed-families.example.com", ALLOWED_ADDRESS, "::1"),
  refusedOnce("mixed-mapped.example.com", ALLOWED_ADDRESS, "::ffff:169.254.169.254"),
  refusedOnce("mixed-many.example.com", ...Array<string>(30).fill(ALLOWED_ADDRESS), "169.254.169.254"),
  ["public.example.com", [[ALLOWED_ADDRESS]], ["reached"]],
  ["public-twice.example.com", [[ALLOWED_ADDRESS, ALLOWED_ADDRESS]], ["reached"]],
  ["rebinding.example.com", [[ALLOWED_ADDRESS], ["169.254.169.254"]], ["reached", "refused"]],
  ["rebinding-back.example.com", [["127.0.0.1"], [ALLOWED_ADDRESS]], ["refused", "reached"]],
  [
    "rebinding-often.example.com",
    [[ALLOWED_ADDRESS], ["10.0.0.1"], [ALLOWED_ADDRESS], ["::1"]],
    ["reached", "refused", "reached", "refused"]
  ]
]

/** The answer of a public receiver that redirects the caller: the bytes of the head, and the result of the attempt. */
export type AnswerVector = readonly [what: string, head: string]

const redirect = (status: number, location: string): AnswerVector => [
  `${status} to ${location}`,
  `HTTP/1.1 ${status} Elsewhere\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`
]

export const answerVectors: ReadonlyArray<AnswerVector> = [
  redirect(300, "https://169.254.169.254/"),
  redirect(301, "http://127.0.0.1/"),
  redirect(302, "http://169.254.169.254/latest/meta-data/"),
  redirect(303, "//10.0.0.1/"),
  redirect(305, "http://127.0.0.1:3128/"),
  redirect(307, "https://[::1]/"),
  redirect(308, "https://localhost/"),
  redirect(302, "file:///etc/passwd"),
  ["a refresh", "HTTP/1.1 200 OK\r\nrefresh: 0;url=http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n"],
  ["another service", `HTTP/1.1 200 OK\r\nalt-svc: h2="127.0.0.1:443"; ma=99\r\ncontent-length: 0\r\n\r\n`]
]
