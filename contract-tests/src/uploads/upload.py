"""Uploads each file that is named on standard input, by a Python library, as its users do, and says how it went."""

import asyncio
import logging
import os
import sys

HOST, PORT, ACCOUNT, KEY, TO = "127.0.0.1", int(os.environ["PORT"]), *(os.environ[name] for name in ("ACCOUNT", "KEY", "TO"))
logging.disable(logging.CRITICAL)


def by_paramiko(confirm, pipelined=False):
    import paramiko

    transport = paramiko.Transport((HOST, PORT))
    transport.connect(username=ACCOUNT, pkey=paramiko.Ed25519Key.from_private_key_file(KEY))
    sftp = paramiko.SFTPClient.from_transport(transport)

    def put(path):
        if not pipelined:
            return sftp.put(path, TO, confirm=confirm)
        with open(path, "rb") as source, sftp.open(TO, "wb") as target:
            target.set_pipelined(True)
            target.write(source.read())
        # This close waits for no answer. The next request's answer comes after it.
        sftp.stat(TO)

    return put


def by_asyncssh():
    import asyncssh

    loop = asyncio.new_event_loop()

    async def start():
        connection = await asyncssh.connect(HOST, PORT, username=ACCOUNT, client_keys=[KEY], known_hosts=None)
        return await connection.start_sftp_client()

    sftp = loop.run_until_complete(start())
    return lambda path: loop.run_until_complete(sftp.put(path, TO))


put = {
    "put": lambda: by_paramiko(True),
    "put-unconfirmed": lambda: by_paramiko(False),
    "pipelined": lambda: by_paramiko(False, True),
    "asyncssh": by_asyncssh,
}[sys.argv[1]]()

for line in sys.stdin:
    try:
        put(line.strip())
        print("stored", flush=True)
    except Exception as error:
        print(f"failed: {error!r}", flush=True)
