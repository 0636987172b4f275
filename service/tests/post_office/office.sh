# A post office of a test: Postfix takes mail, Dovecot delivers it and hands it out by IMAP, all in one folder and on this
# machine alone: in the clear, and at other ports encrypted by a certificate of its own, where one signs in by a password or
# by the token in FOLDER/token. Run as root: office.sh begin|end FOLDER SMTP IMAP LMTP SMTPS IMAPS
set -e
what=$1 folder=$2 smtp=$3 imap=$4 lmtp=$5 smtps=$6 imaps=$7

if [ "$what" = end ]; then
    postfix -c "$folder/conf" stop >/dev/null 2>&1 || true
    [ -f "$folder/run/master.pid" ] && kill "$(cat "$folder/run/master.pid")" || true
    rm -rf "$folder"
    exit 0
fi

mkdir -p "$folder/run" "$folder/state" "$folder/mail" "$folder/queue" "$folder/data" "$folder/conf"
chmod 755 "$folder"
chown dovecot "$folder/mail"
chown postfix "$folder/data"

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
    -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:localhost \
    -keyout "$folder/key.pem" -out "$folder/certificate.pem" 2>"$folder/begin.log"

# A token (JWT) that Dovecot knows by the key with which it is signed.
letters() { openssl base64 -A | tr '+/' '-_' | tr -d =; }
mkdir -p "$folder/keys/default/HS256"
printf %s 'a key of the test alone' | openssl base64 -A >"$folder/keys/default/HS256/default"
now=$(date +%s)
said=$(printf '{"alg":"HS256","typ":"JWT"}' | letters).$(printf '{"sub":"play","iat":%d,"exp":%d}' "$now" $((now + 86400)) | letters)
proof=$(printf %s "$said" | openssl dgst -sha256 -hmac 'a key of the test alone' -binary | letters)
printf '%s\n' "$said.$proof" >"$folder/token"
cat >"$folder/token.conf" <<END
introspection_mode = local
local_validation_key_dict = fs:posix:prefix=$folder/keys/
username_attribute = sub
END

cat >"$folder/dovecot.conf" <<END
base_dir = $folder/run
state_dir = $folder/state
log_path = $folder/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <$folder/certificate.pem
ssl_key = <$folder/key.pem
ssl_dh =
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2
mail_location = maildir:$folder/mail/%n
first_valid_uid = 1
recipient_delimiter = +
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = $folder/token.conf
}
passdb {
  driver = static
  mechanisms = plain login
  args = password=secret
}
userdb {
  driver = static
  args = allow_all_users=yes uid=dovecot gid=dovecot home=$folder/mail/%n
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = $imap
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = $imaps
    ssl = yes
  }
}
service auth {
  unix_listener auth-of-postfix {
    mode = 0666
  }
}
auth_failure_delay = 0
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = $lmtp
  }
}
END

cat >"$folder/conf/main.cf" <<END
compatibility_level = 3.6
queue_directory = $folder/queue
data_directory = $folder/data
maillog_file = $folder/postfix.log
maillog_file_prefixes = $folder
mail_owner = postfix
setgid_group = postdrop
myhostname = mail.example.test
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
virtual_mailbox_domains = example.test
virtual_mailbox_maps = static:all
virtual_transport = lmtp:inet:127.0.0.1:$lmtp
virtual_alias_maps = inline:{ { ann@gone.test = ann@nowhere.invalid } }
virtual_alias_domains = gone.test
transport_maps = inline:{ { nowhere.invalid = error:5.1.1 nobody has this address } }
recipient_delimiter = +
smtpd_relay_restrictions = permit_mynetworks, reject
smtputf8_enable = no
smtpd_tls_cert_file = $folder/certificate.pem
smtpd_tls_key_file = $folder/key.pem
smtpd_tls_security_level = may
smtpd_sasl_type = dovecot
smtpd_sasl_path = $folder/run/auth-of-postfix
alias_maps =
alias_database =
local_recipient_maps =
queue_minfree = 0
END

cat >"$folder/conf/master.cf" <<END
127.0.0.1:$smtp inet n - n - - smtpd
127.0.0.1:$smtps inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_relay_restrictions=permit_sasl_authenticated,reject
tlsmgr unix - - n 1000? 1 tlsmgr
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
END

# They go on by themselves: nobody waits for what they say.
dovecot -c "$folder/dovecot.conf" >"$folder/begin.log" 2>&1 </dev/null
postfix -c "$folder/conf" start >>"$folder/begin.log" 2>&1 </dev/null
