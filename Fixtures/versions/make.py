"""Makes tour-2 and tour-3; run from the repository. tour-1 is by hand; tour-4 to tour-8 are what `slipconv migrate` made of tour-3."""
import base64,zlib,struct
def png(w,h,f):
    raw=b''.join(b'\0'+bytes(c for x in range(w) for c in f(x,y)) for y in range(h))
    def ch(t,d): return struct.pack('>I',len(d))+t+d+struct.pack('>I',zlib.crc32(t+d))
    return b'\x89PNG\r\n\x1a\n'+ch(b'IHDR',struct.pack('>IIBBBBB',w,h,8,2,0,0,0))+ch(b'IDAT',zlib.compress(raw,9))+ch(b'IEND',b'')
pic=base64.b64encode(png(6,4,lambda x,y:(x*40,y*60,128))).decode()
u=lambda n:f"{n:08x}-0000-4000-8000-{n:012x}"
H='<?xml version="1.0" encoding="UTF-8"?>\n'
def rich(n,text,rtf,img=None,extra=''):
    s=extra+f'      <formattedBodyText>{rtf}</formattedBodyText>\n      <bodyText>{text.lower()}</bodyText>\n'
    if img: s+=f'      <image name="{img[0]}">{img[1]}</image>\n'
    return s
notes=[(1,'title="Swarming" status="Review" isFavorite="true" order="2" creationDate="2018-04-05T06:07:08Z"','Prime Swarm\nleaves in May',r'{\rtf1\ansi{\b Prime} Swarm\par leaves in May}',('swarm.png',pic)),
 (2,'title="Draft &lt;nothing&gt;"','',r'{\rtf1\ansi }',None),
 (3,'title="Ärger mit _x0009_ Varroa" status="Archived" order="-1"','Varroa ä €',r"{\rtf1\ansi\ansicpg1252 Varroa \'e4 \'80}",('same.png',pic)),
 (4,'title="Strange file"','X',r'{\rtf1\ansi X}',('data.bin',base64.b64encode(b'not a picture').decode()))]
s=H+'<slipbox xmlns="urn:slipbox:manifest" version="2">\n  <history>\n    <event kind="import" from="Old notes" tool="notes 2.1"/>\n  </history>\n  <keywords>\n'
for n,name,c in [(0x11,'Bees','FFCC00'),(0x12,'bees','ffee0080'),(0x13,'Wachs','123456')]:
    s+=f'    <keyword id="{u(n)}" name="{name}" colorHex="{c}"/>\n'
s+='  </keywords>\n  <notes>\n'
for n,a,t,r,i in notes: s+=f'    <note id="{u(n)}" {a}>\n'+rich(n,t,r,i)+'    </note>\n'
s+='  </notes>\n</slipbox>\n'
open('Fixtures/versions/tour-2.slipbox.xml','w').write(s)
s=H+'<slipbox xmlns="urn:slipbox:manifest" version="3">\n  <history/>\n  <folders>\n'
for n,a in [(0x21,'name="Apiary" order="1" creationDate="2017-01-01T00:00:00Z"'),(0x22,f'name="Queens" parent="{u(0x21)}"'),(0x23,'name="Leer"')]:
    s+=f'    <folder id="{u(n)}" {a}/>\n'
s+='  </folders>\n  <keywords>\n'
for n,a in [(0x11,'name="Bees" red="1" green="0.8" blue="0"'),(0x13,'name="Wachs" red="0.1" green="0.2" blue="0.30000000000000004" alpha="0.5"')]:
    s+=f'    <keyword id="{u(n)}" {a}/>\n'
s+='  </keywords>\n  <notes>\n'
rel={1:(0x22,[0x11,0x13],[2,3]),2:(0x21,[],[1]),3:(None,[0x13],[]),4:(0x21,[],[])}
for n,a,t,r,i in notes:
    f,k,l=rel[n]
    ex=''.join(f'      <keyword ref="{u(x)}"/>\n' for x in k)+''.join(f'      <link to="{u(x)}"/>\n' for x in l)
    s+=f'    <note id="{u(n)}" {a}'+(f' folder="{u(f)}"' if f else '')+'>\n'+rich(n,t,r,i,ex)+'    </note>\n'
s+='  </notes>\n</slipbox>\n'
open('Fixtures/versions/tour-3.slipbox.xml','w').write(s)
# tour-6 is what `slipconv migrate` made of tour-5, with what version 6 added.
import hashlib,os
if os.path.isdir('Fixtures/versions/tour-6.slipbox'):
    p='Fixtures/versions/tour-6.slipbox/manifest.xml'
    s=open(p).read()
    if '<property' not in s:
        s=s.replace('<origins/>','<origins>\n    <origin name="Old notes" token="7" url="https://example.org/feed" kind="feed">\n      <tombstone key="Old notes/gone.rtf" item="n1" date="2020-01-02T03:04:05Z"/>\n    </origin>\n  </origins>')
        s=s.replace(f'name="Leer"/>','name="Leer">\n      <property name="app:icon" value="🐝"/>\n    </folder>')
        s=s.replace('<keyword id="00000013-',f'<keyword id="{u(0x12)}" name="wachs" red="1" green="1" blue="1"/>\n    <keyword id="00000013-',1).replace('opacity="0.5"/>',f'opacity="0.5" parent="{u(0x11)}"/>')
        s=s.replace('folder="00000022-0000-4000-8000-000000000022">\n','folder="00000022-0000-4000-8000-000000000022" source-item="n7">\n      <property name="author" value="Ada"/>\n      <property name="author" value="Änne &lt;b&gt;"/>\n      <property name="due" type="date" value="2021-02-03T04:05:06.7Z"/>\n      <property name="latitude" type="number" value="-12.5"/>\n      <property name="pinned" type="boolean" value="true"/>\n      <property name="source-url" type="uri" value="https://example.org/?a=1&amp;b=2"/>\n',1)
        s=s.replace(f'<link to="{u(3)}"/>',f'<link to="{u(3)}" manual="true"/>')
        s=s.replace('name="swarm.png"/>','name="swarm.png">\n        <property name="place" value="Wald"/>\n      </attachment>')
        open(p,'w').write(s)
    d=hashlib.sha256(s.encode()).hexdigest()
    open('Fixtures/versions/tour-6.slipbox/manifest.sha256','w').write(f'{d}  manifest.xml\n')
# tour-8 is what `slipconv migrate` made of tour-7, with what version 8 added.
if os.path.isdir('Fixtures/versions/tour-8.slipbox'):
    base='Fixtures/versions/tour-8.slipbox/'
    s=open(base+'manifest.xml').read()
    if '<sources/>' in s:
        kept=rb'{\rtf1\ansi X}'
        digest=hashlib.sha256(kept).hexdigest()
        os.makedirs(f'{base}sources/{digest[:2]}',exist_ok=True)
        open(f'{base}sources/{digest[:2]}/{digest}.rtf','wb').write(kept)
        s=s.replace('<sources/>',f'<sources>\n    <source key="Old notes/strange.rtf" path="strange.rtf" format="rtf" sha256="{digest}" length="{len(kept)}" modified="2018-04-05T06:07:08Z" reading="{{&quot;encoding&quot;:&quot;windows-1252&quot;,&quot;map&quot;:&quot;[a]\\nb = 1&quot;}}" incomplete="true"/>\n  </sources>')
        s=s.replace('title="Strange file" folder="00000021-0000-4000-8000-000000000021"','title="Strange file" folder="00000021-0000-4000-8000-000000000021" source="Old notes/strange.rtf"')
        open(base+'manifest.xml','w').write(s)
    d=hashlib.sha256(s.encode()).hexdigest()
    open(base+'manifest.sha256','w').write(f'{d}  manifest.xml\n')
