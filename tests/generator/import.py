#!/usr/bin/env python3
# import.py
# kafka-gen import: small jars made here, and the schemas that they must give
#
# SPDX-License-Identifier: GPL-2.0-or-later
"""Usage: import.py KAFKA_GEN"""

import pathlib
import subprocess
import sys
import tempfile
import zipfile

failures = []
count = 0


def check(name, good, why):
    global count
    count += 1
    if not good:
        failures.append(name)
        print(f"FAIL {name}: {why}")


def jar(path, schemas, release=None, manifest=None, others=None):
    """A jar with these schemas (FetchRequest: text, or metadata/X: text), its release in it or in its name only."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("META-INF/MANIFEST.MF", f"Manifest-Version: 1.0\r\n{manifest or ''}")
        file.writestr("org/apache/kafka/Some.class", b"\xca\xfe\xba\xbe")
        file.writestr("other/message/Not.json", "no schema")
        if release:
            file.writestr("kafka/kafka-version.properties", f"commitId=1\nversion={release}\n")
        for name, text in schemas.items():
            folder = "" if "/" in name else "message/"
            file.writestr(f"common/{folder}{name}.json", text)
        for name, text in (others or {}).items():
            file.writestr(name, text)
    return path


def message(kind, name, versions, flexible, fields, key=18, more=""):
    return (f'// License\n{{ "apiKey": {key}, "type": "{kind}", "listeners": ["broker"], "name": "{name}",\n'
            f'  // Version 1 adds nothing.\n'
            f'  "validVersions": "{versions}", "flexibleVersions": "{flexible}",{more}\n'
            f'  "fields": [\n{fields}\n  ]\n}}\n')


def field(name, kind, versions, more=""):
    return f'    {{ "name": "{name}", "type": "{kind}", "versions": "{versions}"{more}, "about": "Not copied." }}'


class Run:
    def __init__(self, generator, folder):
        self.generator = generator
        self.folder = folder
        self.schemas = folder / "schemas"

    def __call__(self, *arguments):
        return subprocess.run([self.generator, "import", *arguments], cwd=self.folder, capture_output=True, text=True)

    def expect(self, name, arguments, status, out=None, err=""):
        done = self(*arguments)
        check(name, done.returncode == status, f"exit status {done.returncode}, expected {status}: {done.stderr}")
        check(name, done.stderr == err, f"stderr {done.stderr!r}, expected {err!r}")
        if out is not None:
            check(name, done.stdout == out, f"stdout {done.stdout!r}, expected {out!r}")

    def one_line(self, name, arguments, *words):
        """A call that can't work: exit status 2 and one line that has these words."""
        done = self(*arguments)
        check(name, done.returncode == 2, f"exit status {done.returncode}")
        check(name, done.stderr.startswith("kafka-gen: ") and done.stderr.count("\n") == 1, f"stderr {done.stderr!r}")
        for word in words:
            check(name, word in done.stderr, f"no {word!r} in {done.stderr!r}")

    def files(self, folder="rpc"):
        return {path.name: path for path in (self.schemas / folder).glob("*")} if self.schemas.exists() else {}

    def text(self, name, expected, folder="rpc"):
        path = self.schemas / folder / name
        made = path.read_text() if path.exists() else "no file"
        check(name, made == expected, f"is\n{made}\nexpected\n{expected}")


NEW_REQUEST = message("request", "NewRequest", "1-3", "2+", ",\n".join([
    field("Topics", "[]Topic", "0+", ', "fields": [\n' + ",\n".join([
        field("Name", "string", "0+", ', "mapKey": true, "entityType": "topicName"'),
        field("Partitions", "[]int32", "1+"),
        field("Leader", "string", "3+", ', "nullableVersions": "3+", "taggedVersions": "3+", "tag": 0,'
                                        ' "default": "null", "ignorable": true')]) + "\n    ]"),
    field("TimeoutMs", "int32", "0+", ', "default": "60000", "ignorable": true')]))
OLD_REQUEST = message("request", "OldRequest", "0-2", "2+", ",\n".join([
    field("Flags", "int8", "0"),
    field("TopicNames", "[]TopicName", "0+", ', "fields": [\n' + ",\n".join([
        field("Title", "string", "0+"),
        field("Count", "int64", "0", ', "default": -1'),
        field("Partitions", "[]int32", "1+")]) + "\n    ]"),
    field("Timeout", "int32", "1+")]), more=' "latestVersionUnstable": false,')
NEW_RESPONSE = message("response", "NewResponse", "1-3", "2+", field("ErrorCode", "int16", "0+"))
OLD_RESPONSE = message("response", "OldResponse", "0-2", "2+", field("Error", "int16", "0+"))
HEADER = ('{ "type": "header", "name": "ResponseHeader", "validVersions": "0-1", "flexibleVersions": "1+",\n'
          '  "fields": [\n' + field("CorrelationId", "int32", "0+") + ' ] }\n')
GONE = '{ "apiKey": 7, "type": "request", "name": "GoneRequest", "validVersions": "none" }'
HAD = message("request", "GoneRequest", "0-2", "2+", field("BrokerId", "int32", "0+"), key=7)
DATA = ('{ /* No type:\n data */ "name": "Data", "validVersions": "0-1", "flexibleVersions": "none", "fields": [\n'
        + field("Name", "string", "0+", ', "length": "varint"') + ",\n"
        + field("Bits", "int8", "0+", ', "bits": { "kind": { "mask": 3, "enum": "kinds" },'
                                      ' "isLate": { "mask": "4", "versions": "1+" } }') + "] }")
RECORD = '{ "apiKey": 0, "type": "metadata", "name": "Record", "validVersions": "0", "fields": [] }'
MARKER = '{ "type": "data", "name": "EndTxnMarker", "validVersions": "0", "flexibleVersions": "none", "fields": [] }'

# By hand.
REQUEST_TEXT = """{
  "apiKey": 18,
  "type": "request",
  "name": "NewRequest",
  "validVersions": "0-3",
  "flexibleVersions": "2+",
  "headerVersions": { "0-1": 1, "2+": 2 },
  "fields": [
    { "name": "Flags", "type": "int8", "versions": "0" },
    { "name": "Topics", "type": "[]Topic", "versions": "0+", "fields": [
      { "name": "Name", "type": "string", "versions": "0+", "mapKey": true, "entityType": "topicName" },
      { "name": "Count", "type": "int64", "versions": "0", "default": -1 },
      { "name": "Partitions", "type": "[]int32", "versions": "1+" },
      { "name": "Leader", "type": "string", "versions": "3+", "nullableVersions": "3+", "taggedVersions": "3+",
        "tag": 0, "default": "null" }
    ]},
    { "name": "TimeoutMs", "type": "int32", "versions": "1+", "default": "60000" }
  ]
}
"""
RESPONSE_TEXT = """{
  "apiKey": 18,
  "type": "response",
  "name": "NewResponse",
  "validVersions": "0-3",
  "flexibleVersions": "2+",
  "headerVersions": { "0+": 0 },
  "fallbackVersion": 0,
  "fields": [
    { "name": "ErrorCode", "type": "int16", "versions": "0+" }
  ]
}
"""
GONE_TEXT = """{
  "apiKey": 7,
  "type": "request",
  "name": "GoneRequest",
  "validVersions": "0-2",
  "flexibleVersions": "2+",
  "headerVersions": { "0": 0, "1": 1, "2+": 2 },
  "fields": [
    { "name": "BrokerId", "type": "int32", "versions": "0+" }
  ]
}
"""
HEADER_TEXT = """{
  "type": "header",
  "name": "ResponseHeader",
  "validVersions": "0-1",
  "flexibleVersions": "1+",
  "fields": [
    { "name": "CorrelationId", "type": "int32", "versions": "0+" }
  ]
}
"""


def merge(run):
    """Two releases, the older one first on the command line and with a smaller number that sorts behind as text."""
    old = jar(run.folder / "kafka-clients-3.9.1.jar", {"OldRequest": OLD_REQUEST, "OldResponse": OLD_RESPONSE,
                                                       "GoneRequest": HAD})
    new = jar(run.folder / "any.jar", {"NewRequest": NEW_REQUEST, "NewResponse": NEW_RESPONSE, "GoneRequest": GONE,
                                       "ResponseHeader": HEADER}, release="3.10.0")

    run.expect("older release", [old, "schemas"], 0,
               "GoneRequest (key 7): new, versions 0-2\n"
               "OldRequest (key 18): new, versions 0-2\n"
               "OldResponse (key 18): new, versions 0-2\n"
               "2 API keys with 6 versions; 3 of 3 files written\n")
    run.expect("both releases", [old, new, "schemas"], 0,
               "OldRequest is now NewRequest\n"
               "NewRequest (key 18): versions 3\n"
               "OldResponse is now NewResponse\n"
               "NewResponse (key 18): versions 3\n"
               "ResponseHeader: new, versions 0-1\n"
               "2 API keys with 7 versions; 3 of 4 files written\n")
    names = sorted(run.files())
    check("files", names == ["GoneRequest.json", "NewRequest.json", "NewResponse.json", "ResponseHeader.json"], names)
    run.text("NewRequest.json", REQUEST_TEXT)
    run.text("NewResponse.json", RESPONSE_TEXT)
    run.text("GoneRequest.json", GONE_TEXT)
    run.text("ResponseHeader.json", HEADER_TEXT)

    times = {name: path.stat().st_mtime_ns for name, path in run.files().items()}
    run.expect("again", [new, old, "schemas"], 0, "2 API keys with 7 versions; 0 of 4 files written\n")
    check("again", times == {name: path.stat().st_mtime_ns for name, path in run.files().items()}, "files were touched")

    run.expect("versions that would be lost", [new, "schemas"], 1, "",
               "In NewRequest:\n"
               "schemas/rpc/NewRequest.json:2: error: versions 0-3 are here, but the releases have only 1-3\n"
               "In NewResponse:\n"
               "schemas/rpc/NewResponse.json:2: error: versions 0-3 are here, but the releases have only 1-3\n")
    run.text("NewRequest.json", REQUEST_TEXT)


DATA_TEXT = """{
  "type": "data",
  "name": "Data",
  "validVersions": "0-1",
  "flexibleVersions": "none",
  "fields": [
    { "name": "Name", "type": "string", "versions": "0+", "length": "varint" },
    { "name": "Bits", "type": "int8", "versions": "0+",
      "bits": { "kind": { "mask": 3, "enum": "kinds" }, "isLate": { "mask": 4, "versions": "1+" } } }
  ]
}
"""
MARKER_TEXT = """{
  "type": "data",
  "name": "EndTxnMarker",
  "validVersions": "0",
  "flexibleVersions": "none",
  "controlTypes": [0, 1],
  "fields": []
}
"""
RECORD_TEXT = """{
  "apiKey": 0,
  "type": "metadata",
  "name": "Record",
  "validVersions": "0",
  "flexibleVersions": "none",
  "topic": "TOPIC",
  "fields": []
}
"""


def data(run):
    """What is no RPC goes to data/, with its topic, which a class beside it tells."""
    coordinator = "org/apache/kafka/coordinator/{}/generated/CoordinatorRecordType.class"
    metadata = jar(run.folder / "m-4.0.jar", {"Data": DATA, "metadata/Record": RECORD, "EndTxnMarker": MARKER},
                   others={"org/apache/kafka/common/metadata/MetadataRecordType.class": "\0"})
    lost = jar(run.folder / "l-4.0.jar", {"Key": RECORD.replace("Record", "Key")})
    run.expect("data", [metadata, "schemas"], 0,
               "Data: new, versions 0-1\nEndTxnMarker: new, versions 0\nRecord (key 0): new, versions 0\n"
               "0 API keys with 0 versions; 3 of 3 files written\n")
    check("data", not run.files(), sorted(run.files()))
    run.text("Data.json", DATA_TEXT, "data")
    run.text("EndTxnMarker.json", MARKER_TEXT, "data")
    run.text("Record.json", RECORD_TEXT.replace("TOPIC", "__cluster_metadata"), "data")
    run.expect("data again", [metadata, "schemas"], 0, "0 API keys with 0 versions; 0 of 3 files written\n")
    run.expect("no topic", [lost, "schemas"], 1, "",
               f"In Key:\n4.0/Key.json:1: error: nothing in {lost} tells of which topic it is\n")
    for number, (topic, file, kind) in enumerate((
            ("__consumer_offsets", coordinator.format("group"), "coordinator-key"),
            ("__share_group_state", coordinator.format("share"), "coordinator-value"),
            ("__transaction_state", coordinator.format("transaction"), "coordinator-key"),
            ("__remote_log_metadata",
             "org/apache/kafka/server/log/remote/metadata/storage/generated/MetadataRecordType.class", "metadata"))):
        name = f"Record{number}"
        text = RECORD.replace("Record", name).replace("metadata", kind)
        content = jar(run.folder / f"{number}-4.0.jar", {}, others={file: "\0", f"message/{name}.json": text})
        run.expect(topic, [content, "schemas"], 0)
        run.text(f"{name}.json", RECORD_TEXT.replace("TOPIC", topic).replace('"Record"', f'"{name}"')
                 .replace('"metadata"', f'"{kind}"'), "data")


def disagree(run):
    old = jar(run.folder / "a-1.0.0.jar", {
        "ARequest": message("request", "ARequest", "0-1", "none", field("A", "int32", "0+"), key=5),
        "BRequest": message("request", "BRequest", "0-1", "1+", field("B", "[]C", "0+", ', "fields": [\n'
                            + field("D", "string", "1+") + "]"), key=6)})
    new = jar(run.folder / "a-2.0.0.jar", {
        "ARequest": message("request", "ARequest", "0-1", "none", "\n" + field("AA", "int64", "0+"), key=5),
        "BRequest": message("request", "BRequest", "0-1", "1+", field("B", "[]C", "0+", ', "fields": []'), key=6)})
    run.expect("disagreement", [old, new, "schemas"], 1, "",
               "In ARequest:\n"
               '1.0.0/ARequest.json:6: error: version 0: "A" is int32, but "AA" in its place is int64'
               " in 2.0.0/ARequest.json:7\n"
               "In BRequest.C:\n"
               '1.0.0/BRequest.json:7: error: version 1: "D" is missing in 2.0.0/BRequest.json:6\n')
    check("disagreement", not run.schemas.exists(), "something was written")


def bad_schemas(run):
    bad = jar(run.folder / "a-1.0.0.jar", {
        "Broken": '{\n  "fields": [\n  ]}\n  ]\n}\n',
        "Wrong": message("request", "Wrong", "0", "0+", field("A", "int31", "0+"), key=5),
        "ARequest": message("request", "ARequest", "0", "0+", field("A", "int32", "0+"), key=6)})
    broken = "1.0.0/Broken.json:4: error: not valid JSON: text after the end of the JSON object\n"
    wrong = 'In Wrong:\n1.0.0/Wrong.json:6: error: unknown type "int31" of field "A"\n'
    run.expect("invalid JSON", [bad, "schemas"], 1, "", broken + wrong)
    run.expect("one skipped", ["--skip", "1.0.0/Broken.json", bad, "schemas"], 1, "", wrong)
    check("invalid JSON", not run.schemas.exists(), "something was written")
    run.expect("all skipped", ["--skip", "1.0.0/Broken.json", bad, "--skip", "1.0.0/Wrong.json", "schemas"], 0,
               "ARequest (key 6): new, versions 0\n1 API keys with 1 versions; 1 of 1 files written\n")
    run.one_line("skip without file", ["--skip", "1.0.0/None.json", bad, "schemas"], "1.0.0/None.json")

    (run.schemas / "rpc" / "ARequest.json").write_text("{ }\n")
    skips = ["--skip", "1.0.0/Broken.json", "--skip", "1.0.0/Wrong.json"]
    run.expect("bad schema in the folder", [*skips, bad, "schemas"], 1, "",
               'schemas/rpc/ARequest.json:1: error: "name" is missing\nIn ARequest:\n'
               'schemas/rpc/ARequest.json:1: error: "type" is missing\n'
               'schemas/rpc/ARequest.json:1: error: "validVersions" is missing\n')


def releases(run):
    """Where a jar's release comes from; several jars of a release."""
    text = message("request", "{}", "0", "0+", field("A", "int32", "0+"), key="KEY")

    def schema(name, key):
        return {name: text.replace("{}", name, 1).replace("KEY", str(key))}
    manifest = jar(run.folder / "x-1.0.jar", schema("ARequest", 1), manifest="Implementation-Version: 4.1.0\r\n")
    other = jar(run.folder / "kafka-streams-4.1.0.jar", schema("BRequest", 2))
    nameless = jar(run.folder / "kafka.jar", schema("CRequest", 3))
    run.expect("two jars", [manifest, other, "schemas"], 0)
    check("two jars", sorted(run.files()) == ["ARequest.json", "BRequest.json"], sorted(run.files()))
    run.one_line("no release", [nameless, "schemas"], "kafka.jar", "release")
    run.one_line("one jar twice", [manifest, manifest, "schemas"], "4.1.0/ARequest.json")


def calls(run):
    good = jar(run.folder / "a-1.0.0.jar", {"ARequest": message("request", "ARequest", "0", "0+", "", key=5)})
    empty = jar(run.folder / "b-1.0.0.jar", {})
    text = run.folder / "c-1.0.0.jar"
    text.write_text("not a jar\n")
    cut = run.folder / "d-1.0.0.jar"
    cut.write_bytes(good.read_bytes()[:150])
    nothing = run.folder / "e-1.0.0.jar"
    nothing.write_bytes(b"")
    run.one_line("not a jar", [text, "schemas"], "c-1.0.0.jar")
    run.one_line("cut off", [cut, "schemas"], "d-1.0.0.jar")
    run.one_line("empty file", [nothing, "schemas"], "e-1.0.0.jar")
    run.one_line("missing", [good, run.folder / "missing-1.0.0.jar", "schemas"], "missing-1.0.0.jar")
    run.one_line("folder", [run.folder, "schemas"])
    run.one_line("no schemas", [empty, "schemas"], "b-1.0.0.jar")
    run.one_line("file as folder", [good, text], "c-1.0.0.jar")
    run.one_line("no such place", [good, text / "schemas"], "c-1.0.0.jar")
    check("calls", not run.schemas.exists(), "something was written")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for test in (merge, data, disagree, bad_schemas, releases, calls):
        with tempfile.TemporaryDirectory() as folder:
            test(Run(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(folder)))
    print(f"{count} checks, {len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
