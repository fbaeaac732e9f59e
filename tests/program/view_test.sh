#!/usr/bin/env bash
# Pages, pictures and live views, as far as no browser is needed. Usage: view_test.sh PROGRAM
source "$(dirname "${BASH_SOURCE[0]}")/program.sh"
crane=$examples/crane.urdf

expect "view: unknown camera" 2 "x,y,z,x,y,z" view "$crane" --camera 1,2,3 --png "$work/a.png"
expect "view: a camera that looks at itself" 2 "at (1, 2, 3) and looks at the same point" view "$crane" --camera 1,2,3,1,2,3 --png "$work/a.png"
expect "view: a time beyond what is computed" 2 "--at 1e+09: pages, pictures and films show at most 3600 s" view "$crane" --png "$work/a.png" --at 1e9
expect "view: size" 2 "give a whole number from 16 to 8192" view "$crane" --size 3x3 --png "$work/a.png"
expect "view: size without a cross" 2 "write WIDTHxHEIGHT" view "$crane" --size 300 --png "$work/a.png"
expect "view: a motion alone" 2 "give its model too: sarrus view MODEL --motion" view "$work/motion.csv"
expect "view: token" 2 "--token short: a viewer's token must have 16 or more letters" view "$crane" --token short
expect "view: token of odd characters" 2 "letters, digits, '-' or '_'" view "$crane" --token "0123456789/123456789"
expect "simulate: token without a view" 2 "add --view" simulate "$crane" --token 0123456789abcdef
expect "view: film of no kind" 1 "give a name that ends with .mp4, .webm or .gif" view "$crane" --video "$work/a.xyz"
expect "view: film of odd size" 1 "give even numbers, such as 400 by 302" view "$crane" --video "$work/a.mp4" --size 400x301 --duration 0.1
expect "simulate: two outputs" 2 "leave --realtime, --json, --output and --final out" simulate "$crane" --view --json

if "$program" view "$crane" --html "$work/page.html" --duration 0.1 2>&1 | grep -q nodejs; then
  echo "skipped: pages, because the program was built without the viewer"
  finish
fi
expect "view: a motion without end" 2 "pages, pictures and films show at most 3600 s" view "$crane" --html "$work/page.html" --duration 1e300
expect "view: unwritable" 1 "cannot write" view "$crane" --html "$work/none/page.html" --duration 0.1
output=$(env -u SARRUS_BROWSER PATH=/nowhere "$program" view "$crane" --png "$work/a.png" --duration 0.1 2>&1)
[[ $output == *"install one (Debian: chromium)"* ]] || complain "view: no browser" "$output"
expect "view: no such item" 2 "--item 2: give a number from 1 to 1" view "$crane" --item 2 --png "$work/a.png" --duration 0.1
expect "view: a picture after the end" 1 "there is no picture at 0.2 s, because the motion ends at 0.1 s" \
  view "$crane" --png "$work/a.png" --at 0.2 --duration 0.1
output=$(SARRUS_BROWSER=/nowhere/browser "$program" view "$crane" --png "$work/a.png" --duration 0.1 2>&1)
[[ $output == *"cannot start the browser '/nowhere/browser': No such file or directory"* ]] || complain "view: browser that is missing" "$output"
"$program" simulate "$crane" --duration 0.5 --no-limits --every 0.1 --output "$work/motion.csv" --quiet
expect "view: motion" 0 "page.html" view "$crane" --motion "$work/motion.csv" --html "$work/page.html"
sed '4s/[^,]*/nan/2' "$work/motion.csv" >"$work/nan.csv"
expect "view: a motion is shown up to a number that is not finite" 0 "is shown up to t = 0.1 s: lift = nan in row 3 of 6" \
  view "$crane" --motion "$work/nan.csv" --html "$work/nan.html"
sed '2s/[^,]*/nan/2' "$work/motion.csv" >"$work/nan.csv"
expect "view: a motion without a finite row" 1 "lift = nan in its first row" view "$crane" --motion "$work/nan.csv" --html "$work/nan.html"
expect "view: motion of another model" 1 "is not one of model 'four_bar': it has no column 'crank'" \
  view "$examples/four_bar.urdf" --motion "$work/motion.csv" --html "$work/other.html"
check "view: page" '
import base64, json, re, struct, sys, zlib
page = open(sys.argv[1], encoding="utf-8").read()
data = json.loads(re.search(r"id=\"sarrus-page\">(.*?)</script>", page, re.S)[1])
item = data["items"][0]
motion = item["motions"][0]
frames = motion["frames"]
times = struct.unpack("<%dd" % frames, base64.b64decode(motion["times"]))
assert times[0] == 0 and abs(times[-1] - 0.5) < 1e-12, times
packed = zlib.decompress(base64.b64decode(motion["data"]))
assert len(packed) % (4 * frames) == 0, (len(packed), frames)
assert [body["name"] for body in item["scene"]["bodies"]][:3] == ["world", "column", "boom"], item["scene"]["bodies"]
' "$work/page.html"

# Several motions have the names of their files, with folders where only these differ.
mkdir "$work/one" "$work/two"
cp "$work/motion.csv" "$work/one/run.csv"
cp "$work/motion.csv" "$work/two/run.csv"
cp "$work/motion.csv" "$work/two/other.csv"
for second in two/other.csv two/run.csv; do
  expect "view: two motions" 0 "two.html" \
    view "$crane" --motion "$work/one/run.csv" --motion "$work/$second" --html "$work/two.html"
  check "view: names of two motions" '
import json, re, sys
page = open(sys.argv[1], encoding="utf-8").read()
item = json.loads(re.search(r"id=\"sarrus-page\">(.*?)</script>", page, re.S)[1])["items"][0]
expected = sys.argv[2:4] if sys.argv[3].endswith("run.csv") else ["run.csv", "other.csv"]
assert [motion["name"] for motion in item["motions"]] == expected, [motion["name"] for motion in item["motions"]]
' "$work/two.html" "$work/one/run.csv" "$work/$second"
done

# A motion in a file .npz or .sto says which model moves, and how it was read; one that was copied finds it beside itself.
cp "$crane" "$work/model.urdf"
for ending in npz sto; do
  motion=$work/alone.$ending
  "$program" simulate "$work/model.urdf" --base free --set lift=0.5 --duration 0.5 --every 0.1 --output "$motion" --quiet
  expect "view: a motion alone, .$ending" 0 "alone.html" view "$motion" --html "$work/alone.html"
  check "view: page of a motion alone, .$ending" '
import json, re, sys
page = open(sys.argv[1], encoding="utf-8").read()
item = json.loads(re.search(r"id=\"sarrus-page\">(.*?)</script>", page, re.S)[1])["items"][0]
assert item["motions"][0]["name"].endswith(sys.argv[2]), item["motions"][0]["name"]
assert [joint["type"] for joint in item["scene"]["joints"]] == ["Free", "Pin", "Slider"], item["scene"]["joints"]
' "$work/alone.html" "alone.$ending"
  rm "$work/alone.html"
  mkdir "$work/beside.$ending" "$work/away.$ending"
  mv "$work/model.urdf" "$work/beside.$ending"
  cp "$motion" "$work/beside.$ending"
  cp "$motion" "$work/away.$ending"
  expect "view: the model beside the motion, .$ending" 0 "alone.html" view "$work/beside.$ending/alone.$ending" --html "$work/alone.html"
  expect "view: the model is gone, .$ending" 2 "give it: sarrus view MODEL --motion" view "$work/away.$ending/alone.$ending"
  expect "view: the model by hand, .$ending" 0 "alone.html" \
    view "$work/beside.$ending/model.urdf" --motion "$work/away.$ending/alone.$ending" --html "$work/alone.html"
  check "view: the model by hand is read as the motion says, .$ending" '
import json, re, sys
page = open(sys.argv[1], encoding="utf-8").read()
item = json.loads(re.search(r"id=\"sarrus-page\">(.*?)</script>", page, re.S)[1])["items"][0]
assert item["scene"]["joints"][0]["type"] == "Free", item["scene"]["joints"]
' "$work/alone.html"
  expect "view: alone, of another model, .$ending" 1 "is not one of model 'four_bar': it has no column 'crank'" \
    view "$examples/four_bar.urdf" --motion "$motion" --html "$work/other.html"
  mv "$work/beside.$ending/model.urdf" "$work"
done
"$program" simulate - --duration 0.1 --output "$work/piped.npz" --quiet <"$work/model.urdf"
expect "view: the motion of no file" 2 "does not say which model moves" view "$work/piped.npz"
echo "nothing" >"$work/bad.npz"
expect "view: a damaged motion" 1 "bad.npz: it is no archive of NumPy (.npz), or damaged" view "$work/bad.npz"

# A live view says where it is, and ends by a signal with its status.
: >"$work/live"
"$program" view "$crane" --token my-word_0123456789 >"$work/live" 2>&1 &
live=$!
for _ in $(seq 100); do grep -q "http://127.0.0.1:" "$work/live" && break; sleep 0.1; done
grep -q "http://127.0.0.1:[0-9]*/my-word_0123456789/" "$work/live" || complain "view: live" "$(<"$work/live")"
kill -TERM $live
wait $live
status=$?
[[ $status == 143 ]] || complain "view: ended" "exit status $status"

finish
