#!/bin/sh
# Usage: run.sh MODE OUTDIR [SEED] [OPTIONS]     (see README.md)
#        run.sh embedded FILE
# Resolves the jars through Maven once, into $ORACLE_BUILD (default: a folder under $TMPDIR), then runs Oracle.java, or
# Embedded.java.
# Exit code 77: there is no Java or no Maven, or Maven can't get the jars.
set -e
here=$(cd "$(dirname "$0")" && pwd)
build=${ORACLE_BUILD:-${TMPDIR:-/tmp}/kafka-oracle-build}
for program in java javac mvn; do
    command -v $program >/dev/null || { echo "there is no $program"; exit 77; }
done
if [ ! -f "$build/lib/.complete" ]; then
    mkdir -p "$build/lib"
    mvn -q -B -f "$here/pom.xml" dependency:copy -Doracle.lib="$build/lib" >"$build/mvn.log" 2>&1 || {
        echo "Maven can't get the jars:"
        head -n 5 "$build/mvn.log"
        exit 77
    }
    touch "$build/lib/.complete"
fi
if [ "$1" = embedded ]; then
    mkdir -p "$build/embedded"
    javac -nowarn -encoding UTF-8 -cp "$build/lib/*:$build/lib/4.4.0/*" -d "$build/embedded" "$here/Embedded.java"
    exec java -Dfile.encoding=UTF-8 -cp "$build/embedded:$build/lib/*:$build/lib/4.4.0/*" Embedded "$2"
fi
if [ ! -f "$build/classes/Oracle.class" ] || [ "$here/Oracle.java" -nt "$build/classes/Oracle.class" ]; then
    rm -rf "$build/classes"; mkdir -p "$build/classes"
    javac -nowarn -encoding UTF-8 -cp "$build/lib/*" -d "$build/classes" "$here/Oracle.java"
fi
exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx1g -Dfile.encoding=UTF-8 -Doracle.lib="$build/lib" \
    -cp "$build/classes:$build/lib/*" Oracle "$@"
