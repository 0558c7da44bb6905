"""Follows the live list with python-socketio, written from docs/live-protocol.md alone.

Usage: other-client.py <address> <frames>
Prints "joined" whenever it has the rows, follows until so many ticks were taken and prints "enough", then asks GET /events until
it is back and both say the same, and prints one JSON object: its rows as {id: s}, how many ticks it took, and whether it ended as GET /events
says. The line is dropped on purpose half-way, so that a return is part of it.
"""
import json
import os
import sys
import threading
import time
import urllib.request

import socketio

address, wanted = sys.argv[1], int(sys.argv[2])
rows, taken, joins, lock = {}, 0, 0, threading.Lock()
epoch, n, ahead = None, 0, 0
asked = False
client = None


def subscribe():
    global asked
    if asked:
        return
    asked = True
    client.emit("sub", {"room": "live", "n": n}, callback=on_answer)


def on_answer(answer):
    global asked, joins
    with lock:
        asked = False
        if answer["ok"]:
            take(answer["tick"])
            joins += 1
            print("joined", flush=True)


def take(frame):
    global epoch, n, ahead
    if frame.get("full") and frame["n"] < n:
        rows.clear()
    if frame.get("full"):
        listed = {row["id"] for row in frame["d"]}
        for match_id in [known for known in rows if known not in listed and rows[known]["s"] <= frame["n"]]:
            del rows[match_id]
    for row in frame["d"]:
        known = rows.get(row["id"])
        if known is not None and known["s"] >= row["s"]:
            continue
        if row.get("gone"):
            rows.pop(row["id"], None)
        else:
            rows[row["id"]] = row
    epoch, n, ahead = frame["e"], frame["n"], 0


def on_connect():
    global asked
    with lock:
        asked = False
        subscribe()


def on_tick(frame):
    global taken
    with lock:
        if asked:
            return
        if frame["e"] != epoch or (not frame.get("full") and frame["p"] > n):
            subscribe()
        elif frame.get("full") or frame["n"] > n:
            take(frame)
            taken += 1


def on_heartbeat(beat):
    global ahead
    with lock:
        if asked:
            return
        if beat["e"] != epoch or (ahead > n and beat["n"] > n):
            subscribe()
        else:
            ahead = beat["n"]


def open_client():
    """Opens a line. The threads of a client that has disconnected may go on with its next line, so each line has its own client."""
    global client
    mine = client = socketio.Client(reconnection_delay=0.5, reconnection_delay_max=5)

    def of_this_line(handler):
        return lambda *values: handler(*values) if client is mine else None

    client.on("connect", of_this_line(on_connect))
    client.on("tick", of_this_line(on_tick))
    client.on("hb", of_this_line(on_heartbeat))
    client.connect(address, transports=["websocket"], wait_timeout=30)


def versions():
    with lock:
        return {match_id: row["s"] for match_id, row in rows.items()}


def fetched():
    with urllib.request.urlopen(address + "/events", timeout=30) as answer:
        return {row["id"]: row["s"] for row in json.load(answer)}


def report(failure):
    # python-engineio 4 may count its last packet twice when it is told to disconnect.
    if str(failure.exc_value) != "task_done() called too many times":
        threading.__excepthook__(failure)


threading.excepthook = report

acknowledged, dropped, said, same = 0, False, False, False
end = time.monotonic() + 75
try:
    open_client()
    while time.monotonic() < end:
        time.sleep(0.2)
        if client.connected and n != acknowledged:
            acknowledged = n
            client.emit("ack", n)
            time.sleep(0.8)
        if not dropped and taken * 2 >= wanted:
            dropped = True
            client.disconnect()
            open_client()
        if taken >= wanted:
            if not said:
                print("enough", flush=True)
            said = True
            same = joins > 1 and fetched() == versions()
            if same:
                break
    print(json.dumps({"rows": versions(), "taken": taken, "dropped": dropped, "same": same}), flush=True)
finally:
    # The threads of the client would keep this program alive.
    sys.stdout.flush()
    os._exit(0 if same else 1)
