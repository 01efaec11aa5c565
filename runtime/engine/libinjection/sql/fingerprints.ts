/** Token patterns that mean SQL injection; written by scripts/make-fingerprints.ts. */
const table = `
&(1)U &(1)o &(1o( &(1of &(1os &(1ov &(f() &(f(1 &(f(f &(f(n &(f(s &(f(v &(n)U &(n)o &(no( &(nof
&(nos &(nov &(s)U &(s)o &(so( &(so1 &(sof &(son &(sos &(sov &(v)U &(v)o &(vo( &(vof &(vos &1UE(
&1UE1 &1UEf &1UEk &1UEn &1UEs &1UEv &1o(1 &1o(f &1o(n &1o(s &1o(v &1of( &1os( &1os1 &1osU &1osf
&1osv &1ov( &1ovU &1ovf &1ovo &1ovs &f()U &f()o &f(1) &f(1o &f(f( &f(n) &f(no &f(s) &f(so &f(v)
&f(vo &nUE( &nUE1 &nUEf &nUEk &nUEn &nUEs &nUEv &no(1 &no(f &no(n &no(s &no(v &nof( &nos( &nos1
&nosU &nosf &nosv &nov( &novU &novf &novo &novs &sUE( &sUE1 &sUEf &sUEk &sUEn &sUEs &sUEv &so(1
&so(f &so(n &so(s &so(v &so1( &so1U &so1f &so1n &so1s &so1v &sof( &son( &son1 &sonU &sonf &sos(
&sos1 &sosU &sosf &sosv &sov( &sovU &sovf &sovo &sovs &vUE( &vUE1 &vUEf &vUEk &vUEn &vUEs &vUEv
&vo(1 &vo(f &vo(n &vo(s &vo(v &vof( &vos( &vos1 &vosU &vosf &vosv )&(Ek )&(En )UE(1 )UE(f )UE(n
)UE(s )UE(v )UE1k )UE1o )UEf( )UEk( )UEk1 )UEkf )UEkn )UEks )UEkv )UEnk )UEno )UEsk )UEso )UEvk
)UEvo 1&(1& 1&(1) 1&(1, 1&(1o 1&(E( 1&(E1 1&(Ef 1&(Ek 1&(En 1&(Eo 1&(Es 1&(Ev 1&(f( 1&(n& 1&(n)
1&(n, 1&(no 1&(s& 1&(s) 1&(s, 1&(so 1&(v& 1&(v) 1&(v, 1&(vo 1&1 1&1&( 1&1&1 1&1&f 1&1&n 1&1&s 1&1&v
1&1)& 1&1)U 1&1)c 1&1)o 1&1; 1&1;E 1&1;T 1&1;c 1&1B( 1&1B1 1&1Bf 1&1Bn 1&1Bs 1&1Bv 1&1Ek 1&1En 1&1Tn
1&1U 1&1U( 1&1U; 1&1UE 1&1Uc 1&1c 1&1f( 1&1k( 1&1k1 1&1kf 1&1kn 1&1ks 1&1kv 1&1o( 1&1of 1&1os 1&1ov
1&E(1 1&E(f 1&E(n 1&E(o 1&E(s 1&E(v 1&E1 1&E1; 1&E1c 1&E1k 1&E1o 1&EUE 1&Ef( 1&Ek( 1&Ek1 1&EkU 1&Ekf
1&Ekn 1&Eks 1&Ekv 1&En 1&En; 1&Enc 1&Enk 1&Eno 1&Es 1&Es; 1&Esc 1&Esk 1&Eso 1&Ev 1&Ev; 1&Evc 1&Evk
1&Evo 1&f() 1&f(1 1&f(E 1&f(f 1&f(n 1&f(s 1&f(v 1&k&( 1&k&1 1&k&f 1&k&n 1&k&s 1&k&v 1&k(1 1&k(f
1&k(n 1&k(s 1&k(v 1&k1o 1&kc 1&kf( 1&knk 1&ko( 1&ko1 1&kof 1&kok 1&kon 1&kos 1&kov 1&kso 1&kvo 1&n&(
1&n&1 1&n&f 1&n&n 1&n&s 1&n&v 1&n)& 1&n)U 1&n)c 1&n)o 1&n; 1&n;E 1&n;T 1&n;c 1&nB( 1&nB1 1&nBf 1&nBn
1&nBs 1&nBv 1&nEn 1&nTn 1&nU 1&nU( 1&nU; 1&nUE 1&nUc 1&nc 1&nf( 1&nk( 1&nk1 1&nkf 1&nkn 1&nks 1&nkv
1&no( 1&nof 1&nos 1&nov 1&s 1&s&( 1&s&1 1&s&f 1&s&n 1&s&s 1&s&v 1&s)& 1&s)U 1&s)c 1&s)o 1&s1 1&s1;
1&s1c 1&s; 1&s;E 1&s;T 1&s;c 1&sB( 1&sB1 1&sBf 1&sBn 1&sBs 1&sBv 1&sEk 1&sEn 1&sTn 1&sU 1&sU( 1&sU;
1&sUE 1&sUc 1&sc 1&sf( 1&sk( 1&sk1 1&skf 1&skn 1&sks 1&skv 1&so( 1&so1 1&sof 1&son 1&sos 1&sov 1&sv
1&sv; 1&svc 1&svo 1&v 1&v&( 1&v&1 1&v&f 1&v&n 1&v&s 1&v&v 1&v)& 1&v)U 1&v)c 1&v)o 1&v; 1&v;E 1&v;T
1&v;c 1&vB( 1&vB1 1&vBf 1&vBn 1&vBs 1&vBv 1&vEk 1&vEn 1&vTn 1&vU 1&vU( 1&vU; 1&vUE 1&vUc 1&vc 1&vf(
1&vk( 1&vk1 1&vkf 1&vkn 1&vks 1&vkv 1&vo( 1&vof 1&vos 1&vs 1&vs; 1&vsc 1&vso 1(Ef( 1(Ekf 1(Ekn 1(Enk
1(U(E 1)&(1 1)&(E 1)&(f 1)&(n 1)&(s 1)&(v 1)&1 1)&1& 1)&1) 1)&1; 1)&1B 1)&1U 1)&1c 1)&1f 1)&1o 1)&f(
1)&n 1)&n& 1)&n) 1)&n; 1)&nB 1)&nU 1)&nc 1)&nf 1)&no 1)&s 1)&s& 1)&s) 1)&s; 1)&sB 1)&sU 1)&sc 1)&sf
1)&so 1)&v 1)&v& 1)&v) 1)&v; 1)&vB 1)&vU 1)&vc 1)&vf 1)&vo 1),(1 1),(f 1),(n 1),(s 1),(v 1);E( 1);E1
1);Ef 1);Ek 1);En 1);Eo 1);Es 1);Ev 1);T( 1);T1 1);Tf 1);Tk 1);Tn 1);To 1);Ts 1);Tv 1)B(1 1)B(f
1)B(n 1)B(s 1)B(v 1)B1 1)B1& 1)B1; 1)B1U 1)B1c 1)B1k 1)B1n 1)B1o 1)Bf( 1)Bn 1)Bn& 1)Bn; 1)BnU 1)Bnc
1)Bnk 1)Bno 1)Bs 1)Bs& 1)Bs; 1)BsU 1)Bsc 1)Bsk 1)Bso 1)Bv 1)Bv& 1)Bv; 1)BvU 1)Bvc 1)Bvk 1)Bvo 1)E(1
1)E(f 1)E(n 1)E(s 1)E(v 1)E1c 1)E1o 1)Ef( 1)Ek( 1)Ek1 1)Ekf 1)Ekn 1)Eks 1)Ekv 1)Enc 1)Eno 1)Esc
1)Eso 1)Evc 1)Evo 1)U(E 1)UE( 1)UE1 1)UEf 1)UEk 1)UEn 1)UEs 1)UEv 1)c 1)f(f 1)k(1 1)k(f 1)k(n 1)k(s
1)k(v 1)k1& 1)k1; 1)k1B 1)k1E 1)k1U 1)k1o 1)kB( 1)kB1 1)kBf 1)kBn 1)kBs 1)kBv 1)kUE 1)kf( 1)kn&
1)kn; 1)knB 1)knE 1)knU 1)knc 1)knk 1)ks& 1)ks; 1)ksB 1)ksE 1)ksU 1)kso 1)kv& 1)kv; 1)kvB 1)kvE
1)kvU 1)kvo 1)o(1 1)o(E 1)o(f 1)o(n 1)o(s 1)o(v 1)o1 1)o1& 1)o1) 1)o1; 1)o1B 1)o1U 1)o1c 1)o1k 1)of(
1)on& 1)on) 1)on; 1)onB 1)onU 1)onc 1)onk 1)os 1)os& 1)os) 1)os; 1)osB 1)osU 1)osc 1)osk 1)ov 1)ov&
1)ov) 1)ov; 1)ovB 1)ovU 1)ovc 1)ovk 1)ovo 1,(1) 1,(1o 1,(E( 1,(E1 1,(Ef 1,(Ek 1,(En 1,(Es 1,(Ev
1,(f( 1,(n) 1,(no 1,(s) 1,(so 1,(v) 1,(vo 1,f() 1,f(1 1,f(f 1,f(n 1,f(s 1,f(v 1;E(1 1;E(E 1;E(f
1;E(n 1;E(s 1;E(v 1;E1, 1;E1; 1;E1T 1;E1c 1;E1k 1;E1o 1;Ef( 1;Ek( 1;Ek1 1;Ekf 1;Ekn 1;Eko 1;Eks
1;Ekv 1;En, 1;En; 1;EnE 1;EnT 1;Enc 1;Enk 1;Eno 1;Es, 1;Es; 1;EsT 1;Esc 1;Esk 1;Eso 1;Ev, 1;Ev;
1;EvT 1;Evc 1;Evk 1;Evo 1;T(1 1;T(E 1;T(c 1;T(f 1;T(n 1;T(s 1;T(v 1;T1( 1;T1, 1;T1; 1;T1T 1;T1c
1;T1f 1;T1k 1;T1o 1;T; 1;T;c 1;TTn 1;Tf( 1;Tk( 1;Tk1 1;Tkf 1;Tkk 1;Tkn 1;Tko 1;Tks 1;Tkv 1;Tn( 1;Tn,
1;Tn1 1;Tn; 1;TnT 1;Tnc 1;Tnf 1;Tnk 1;Tnn 1;Tno 1;Tns 1;Tnv 1;To( 1;Ts( 1;Ts, 1;Ts; 1;TsT 1;Tsc
1;Tsf 1;Tsk 1;Tso 1;Tv( 1;Tv, 1;Tv; 1;TvT 1;Tvc 1;Tvf 1;Tvk 1;Tvo 1;n:T 1A(f( 1A(n) 1A(no 1A(s)
1A(so 1A(v) 1A(vo 1Af() 1Af(1 1Af(f 1Af(n 1Af(s 1Af(v 1AsUE 1Aso( 1Aso1 1Asof 1Ason 1Asos 1Asov
1AtUE 1Ato( 1Ato1 1Atof 1Aton 1Atos 1Atov 1AvUE 1Avo( 1Avof 1Avos 1B(1) 1B(1o 1B(f( 1B(no 1B(s)
1B(so 1B(v) 1B(vo 1B1 1B1&( 1B1&1 1B1&f 1B1&n 1B1&s 1B1&v 1B1,( 1B1,f 1B1; 1B1;c 1B1B( 1B1B1 1B1Bf
1B1Bn 1B1Bs 1B1Bv 1B1U( 1B1UE 1B1c 1B1k( 1B1k1 1B1kf 1B1kn 1B1ks 1B1kv 1B1o( 1B1of 1B1os 1B1ov 1BE(1
1BE(f 1BE(n 1BE(s 1BE(v 1BEk( 1Bf() 1Bf(1 1Bf(f 1Bf(n 1Bf(s 1Bf(v 1Bn 1Bn&( 1Bn&1 1Bn&f 1Bn&n 1Bn&s
1Bn&v 1Bn,( 1Bn,f 1Bn; 1Bn;c 1BnB( 1BnB1 1BnBf 1BnBn 1BnBs 1BnBv 1BnU( 1BnUE 1Bnc 1Bnk( 1Bnk1 1Bnkf
1Bnkn 1Bnks 1Bnkv 1Bno( 1Bnof 1Bnos 1Bnov 1Bs 1Bs&( 1Bs&1 1Bs&f 1Bs&n 1Bs&s 1Bs&v 1Bs,( 1Bs,f 1Bs;
1Bs;c 1BsB( 1BsB1 1BsBf 1BsBn 1BsBs 1BsBv 1BsU( 1BsUE 1Bsc 1Bsk( 1Bsk1 1Bskf 1Bskn 1Bsks 1Bskv 1Bso(
1Bso1 1Bsof 1Bson 1Bsos 1Bsov 1Bv 1Bv&( 1Bv&1 1Bv&f 1Bv&n 1Bv&s 1Bv&v 1Bv,( 1Bv,f 1Bv; 1Bv;c 1BvB(
1BvB1 1BvBf 1BvBn 1BvBs 1BvBv 1BvU( 1BvUE 1Bvc 1Bvk( 1Bvk1 1Bvkf 1Bvkn 1Bvks 1Bvkv 1Bvo( 1Bvof 1Bvos
1E(1) 1E(1o 1E(f( 1E(n) 1E(no 1E(s) 1E(so 1E(v) 1E(vo 1E1;T 1E1T( 1E1T1 1E1Tf 1E1Tn 1E1Ts 1E1Tv
1E1UE 1E1c 1E1o( 1E1of 1E1os 1E1ov 1EU(1 1EU(f 1EU(n 1EU(s 1EU(v 1EU1, 1EU1c 1EU1o 1EUEf 1EUEk 1EUf(
1EUs, 1EUsc 1EUso 1EUv, 1EUvc 1EUvo 1Ef() 1Ef(1 1Ef(f 1Ef(n 1Ef(s 1Ef(v 1Ek(1 1Ek(E 1Ek(f 1Ek(n
1Ek(s 1Ek(v 1Ek1; 1Ek1T 1Ek1U 1Ek1c 1Ek1o 1EkU( 1EkU1 1EkUE 1EkUf 1EkUs 1EkUv 1Ekf( 1Ekn; 1EknE
1EknT 1EknU 1Eknc 1Ekok 1Eks; 1EksT 1EksU 1Eksc 1Ekso 1Ekv; 1EkvT 1EkvU 1Ekvc 1Ekvo 1En;T 1EnEn
1EnT( 1EnT1 1EnTf 1EnTn 1EnTs 1EnTv 1EnUE 1Enc 1Eno( 1Enof 1Enos 1Enov 1Eokn 1Es;T 1EsT( 1EsT1 1EsTf
1EsTn 1EsTs 1EsTv 1EsUE 1Esc 1Eso( 1Eso1 1Esof 1Eson 1Esos 1Esov 1Ev;T 1EvT( 1EvT1 1EvTf 1EvTn 1EvTs
1EvTv 1EvUE 1Evc 1Evo( 1Evof 1Evos 1T(1) 1T(1o 1T(f( 1T(n) 1T(no 1T(s) 1T(so 1T(v) 1T(vo 1T1(f 1T1o(
1T1of 1T1os 1T1ov 1TE(1 1TE(f 1TE(n 1TE(s 1TE(v 1TE1n 1TE1o 1TEf( 1TEk( 1TEk1 1TEkf 1TEkn 1TEks
1TEkv 1TEnn 1TEno 1TEsn 1TEso 1TEvn 1TEvo 1TTnE 1TTnT 1TTnk 1TTnn 1Tf() 1Tf(1 1Tf(f 1Tf(n 1Tf(s
1Tf(v 1Tn(1 1Tn(f 1Tn(s 1Tn(v 1Tn1c 1Tn1o 1Tn;E 1Tn;T 1Tn;n 1TnE( 1TnE1 1TnEf 1TnEn 1TnEs 1TnEv
1TnT( 1TnT1 1TnTf 1TnTn 1TnTs 1TnTv 1Tnf( 1Tnkn 1Tnn: 1Tnnc 1Tnno 1Tno( 1Tnof 1Tnos 1Tnov 1Tnsc
1Tnso 1Tnvc 1Tnvo 1Ts(f 1Tso( 1Tso1 1Tsof 1Tson 1Tsos 1Tsov 1Tv(1 1Tv(f 1Tvo( 1Tvof 1Tvos 1U 1U(1)
1U(1o 1U(E( 1U(E1 1U(Ef 1U(Ek 1U(En 1U(Es 1U(Ev 1U(f( 1U(n) 1U(no 1U(s) 1U(so 1U(v) 1U(vo 1U1,(
1U1,f 1U1c 1U1o( 1U1of 1U1os 1U1ov 1U; 1U;c 1UE 1UE(1 1UE(E 1UE(f 1UE(n 1UE(o 1UE(s 1UE(v 1UE1 1UE1&
1UE1( 1UE1) 1UE1, 1UE1; 1UE1B 1UE1U 1UE1c 1UE1f 1UE1k 1UE1n 1UE1o 1UE1s 1UE1v 1UE; 1UE;c 1UEc 1UEf
1UEf( 1UEf, 1UEf; 1UEfc 1UEk 1UEk( 1UEk1 1UEk; 1UEkc 1UEkf 1UEkn 1UEko 1UEks 1UEkv 1UEn 1UEn& 1UEn(
1UEn) 1UEn, 1UEn1 1UEn; 1UEnB 1UEnU 1UEnc 1UEnf 1UEnk 1UEnn 1UEno 1UEns 1UEok 1UEon 1UEs 1UEs& 1UEs(
1UEs) 1UEs, 1UEs1 1UEs; 1UEsB 1UEsU 1UEsc 1UEsf 1UEsk 1UEso 1UEsv 1UEv 1UEv& 1UEv( 1UEv) 1UEv, 1UEv;
1UEvB 1UEvU 1UEvc 1UEvf 1UEvk 1UEvn 1UEvo 1UEvs 1UTn( 1UTn1 1UTnf 1UTnn 1UTns 1UTnv 1Uc 1Uf() 1Uf(1
1Uf(f 1Uf(n 1Uf(s 1Uf(v 1Uk(E 1Uo(E 1Uon( 1Uon1 1Uonf 1Uons 1Us,( 1Us,f 1Usc 1Uso( 1Uso1 1Usof 1Uson
1Usos 1Usov 1Uv,( 1Uv,f 1Uvc 1Uvo( 1Uvof 1Uvos 1c 1f()1 1f()U 1f()f 1f()k 1f()n 1f()o 1f()s 1f()v
1f(1) 1f(1n 1f(1o 1f(E( 1f(E1 1f(Ef 1f(Ek 1f(En 1f(Es 1f(Ev 1f(f( 1f(n) 1f(n, 1f(no 1f(s) 1f(so
1f(v) 1f(vo 1k(1o 1k(f( 1k(n) 1k(no 1k(s) 1k(so 1k(v) 1k(vo 1k)&( 1k)&1 1k)&f 1k)&n 1k)&s 1k)&v
1k);E 1k);T 1k)B( 1k)B1 1k)Bf 1k)Bn 1k)Bs 1k)Bv 1k)E( 1k)E1 1k)Ef 1k)Ek 1k)En 1k)Es 1k)Ev 1k)UE
1k)f( 1k)o( 1k)of 1k1 1k1&( 1k1&1 1k1&f 1k1&n 1k1&s 1k1&v 1k1; 1k1;E 1k1;T 1k1;c 1k1B( 1k1B1 1k1Bf
1k1Bn 1k1Bs 1k1Bv 1k1E( 1k1E1 1k1Ef 1k1Ek 1k1En 1k1Es 1k1Ev 1k1U( 1k1UE 1k1c 1k1o( 1k1of 1k1os 1k1ov
1kUE( 1kUE1 1kUEf 1kUEk 1kUEn 1kUEs 1kUEv 1kf() 1kf(1 1kf(f 1kf(n 1kf(s 1kf(v 1kn 1kn&( 1kn&1 1kn&f
1kn&n 1kn&s 1kn&v 1kn; 1kn;E 1kn;T 1kn;c 1knB( 1knB1 1knBf 1knBn 1knBs 1knBv 1knE( 1knE1 1knEf 1knEn
1knEs 1knEv 1knU( 1knUE 1knc 1ks 1ks&( 1ks&1 1ks&f 1ks&n 1ks&s 1ks&v 1ks; 1ks;E 1ks;T 1ks;c 1ksB(
1ksB1 1ksBf 1ksBn 1ksBs 1ksBv 1ksE( 1ksE1 1ksEf 1ksEk 1ksEn 1ksEs 1ksEv 1ksU( 1ksUE 1ksc 1kso( 1kso1
1ksof 1kson 1ksos 1ksov 1kv 1kv&( 1kv&1 1kv&f 1kv&n 1kv&s 1kv&v 1kv; 1kv;E 1kv;T 1kv;c 1kvB( 1kvB1
1kvBf 1kvBn 1kvBs 1kvBv 1kvE( 1kvE1 1kvEf 1kvEk 1kvEn 1kvEs 1kvEv 1kvU( 1kvUE 1kvc 1kvo( 1kvof 1kvos
1n&f( 1n(1o 1n(f( 1n(s) 1n(so 1n(v) 1n(vo 1n)UE 1n,f( 1nE(1 1nE(f 1nE(n 1nE(s 1nE(v 1nE1c 1nE1o
1nEf( 1nEnc 1nEno 1nEsc 1nEso 1nEvc 1nEvo 1nU(E 1nUE 1nUE( 1nUE1 1nUE; 1nUEc 1nUEf 1nUEk 1nUEn 1nUEs
1nUEv 1o(1& 1o(1) 1o(1, 1o(1o 1o(E( 1o(E1 1o(EE 1o(Ef 1o(Ek 1o(En 1o(Eo 1o(Es 1o(Ev 1o(f( 1o(n&
1o(n) 1o(n, 1o(no 1o(s& 1o(s) 1o(s, 1o(so 1o(v& 1o(v) 1o(v, 1o(vo 1oU(E 1oUEk 1oUEn 1of() 1of(1
1of(E 1of(f 1of(n 1of(s 1of(v 1ok&( 1ok&1 1ok&f 1ok&n 1ok&s 1ok&v 1ok(1 1ok(f 1ok(n 1ok(s 1ok(v
1ok1c 1ok1o 1okf( 1oknc 1oko( 1oko1 1okof 1okon 1okos 1okov 1oksc 1okso 1okvc 1okvo 1onsU 1os&(
1os&1 1os&E 1os&U 1os&f 1os&k 1os&n 1os&s 1os&v 1os(E 1os(U 1os)& 1os), 1os); 1os)B 1os)E 1os)U
1os)c 1os)f 1os)k 1os)o 1os,( 1os,f 1os1( 1os1U 1os1f 1os1n 1os1s 1os1v 1os; 1os;E 1os;T 1os;c 1os;n
1osA( 1osAf 1osAs 1osAt 1osAv 1osB( 1osB1 1osBE 1osBf 1osBn 1osBs 1osBv 1osE( 1osE1 1osEU 1osEf
1osEk 1osEn 1osEo 1osEs 1osEv 1osT( 1osT1 1osTE 1osTT 1osTf 1osTn 1osTs 1osTv 1osU 1osU( 1osU1 1osU;
1osUE 1osUT 1osUc 1osUf 1osUk 1osUo 1osUs 1osUv 1osc 1osf( 1osk( 1osk) 1osk1 1oskB 1oskU 1oskf 1oskn
1osks 1oskv 1osv( 1osvU 1osvf 1osvo 1osvs 1ov 1ov&( 1ov&1 1ov&E 1ov&U 1ov&f 1ov&k 1ov&n 1ov&s 1ov&v
1ov(E 1ov(U 1ov)& 1ov), 1ov); 1ov)B 1ov)E 1ov)U 1ov)c 1ov)f 1ov)k 1ov)o 1ov,( 1ov,f 1ov; 1ov;E 1ov;T
1ov;c 1ov;n 1ovA( 1ovAf 1ovAs 1ovAt 1ovAv 1ovB( 1ovB1 1ovBE 1ovBf 1ovBn 1ovBs 1ovBv 1ovE( 1ovE1
1ovEU 1ovEf 1ovEk 1ovEn 1ovEo 1ovEs 1ovEv 1ovT( 1ovT1 1ovTE 1ovTT 1ovTf 1ovTn 1ovTs 1ovTv 1ovU 1ovU(
1ovU1 1ovU; 1ovUE 1ovUT 1ovUc 1ovUf 1ovUk 1ovUo 1ovUs 1ovUv 1ovc 1ovf( 1ovk( 1ovk) 1ovk1 1ovkB 1ovkU
1ovkf 1ovkn 1ovks 1ovkv 1ovo( 1ovoU 1ovof 1ovok 1ovos 1ovs( 1ovs1 1ovsU 1ovsf 1ovso 1ovsv 1sUE 1sUE;
1sUEc 1sUEk 1sf() 1sf(1 1sf(f 1sf(n 1sf(s 1sf(v 1sv 1sv; 1sv;c 1svc 1svo( 1svof 1svos 1vUE 1vUE;
1vUEc 1vUEk 1vf() 1vf(1 1vf(f 1vf(n 1vf(s 1vf(v 1vo(1 1vo(f 1vo(n 1vo(s 1vo(v 1vof( 1vos( 1vos1
1vosU 1vosf 1vosv 1vs 1vs; 1vs;c 1vsc 1vso( 1vso1 1vsof 1vson 1vsos 1vsov ;T(Ef ;T(Ek ;Tknc E(1&(
E(1&1 E(1&f E(1&n E(1&s E(1&v E(1)& E(1), E(1)1 E(1); E(1)B E(1)U E(1)c E(1)f E(1)k E(1)n E(1)o
E(1)s E(1)v E(1,f E(1f( E(1n) E(1o( E(1of E(1os E(1ov E(1s) E(1v) E(1vo E(E(1 E(E(E E(E(f E(E(n
E(E(s E(E(v E(E1& E(E1) E(E1o E(Ef( E(Ek( E(Ek1 E(Ekf E(Ekn E(Eks E(Ekv E(En& E(En) E(Eno E(Es&
E(Es) E(Eso E(Ev& E(Ev) E(Evo E(f() E(f(1 E(f(E E(f(f E(f(n E(f(s E(f(v E(n&( E(n&1 E(n&f E(n&n
E(n&s E(n&v E(n(1 E(n(f E(n(s E(n(v E(n)& E(n), E(n)1 E(n); E(n)B E(n)U E(n)c E(n)f E(n)k E(n)n
E(n)o E(n)s E(n)v E(n,f E(n1) E(n1o E(nf( E(no( E(nof E(nos E(nov E(s&( E(s&1 E(s&f E(s&n E(s&s
E(s&v E(s)& E(s), E(s)1 E(s); E(s)B E(s)U E(s)c E(s)f E(s)k E(s)n E(s)o E(s)s E(s)v E(s,f E(s1)
E(sf( E(so( E(so1 E(sof E(son E(sos E(sov E(sv) E(svo E(v&( E(v&1 E(v&f E(v&n E(v&s E(v&v E(v)&
E(v), E(v)1 E(v); E(v)B E(v)U E(v)c E(v)f E(v)k E(v)n E(v)o E(v)s E(v)v E(v,f E(vf( E(vo( E(vof
E(vos E(vs) E(vso E1&(1 E1&(E E1&(f E1&(n E1&(s E1&(v E1&1) E1&1o E1&f( E1&n) E1&no E1&s) E1&so
E1&v) E1&vo E1) E1)&( E1)&1 E1)&f E1)&n E1)&s E1)&v E1); E1);( E1);E E1);T E1);c E1)UE E1)c E1)kn
E1)o( E1)o1 E1)of E1)on E1)os E1)ov E1,(1 E1,(f E1,(n E1,(s E1,(v E1,f( E1;(E E1B(1 E1B(f E1B(n
E1B(s E1B(v E1B1) E1B1o E1Bf( E1Bn) E1Bno E1Bs) E1Bso E1Bv) E1Bvo E1U(E E1UE( E1UE1 E1UEf E1UEk
E1UEn E1UEs E1UEv E1f() E1f(1 E1f(f E1f(n E1f(s E1f(v E1k(1 E1k(E E1k(f E1k(n E1k(s E1k(v E1k1)
E1k1k E1k1o E1kf( E1kn E1kn) E1kn; E1knU E1knc E1knk E1ks) E1ksk E1kso E1kv) E1kvk E1kvo E1n)U E1n;
E1n;c E1nc E1nkn E1o(1 E1o(E E1o(f E1o(n E1o(s E1o(v E1of( E1os& E1os( E1os) E1os, E1os1 E1os; E1osB
E1osU E1osf E1osk E1osv E1ov& E1ov( E1ov) E1ov, E1ov; E1ovB E1ovU E1ovf E1ovk E1ovo E1ovs E1s; E1s;c
E1sc E1v E1v; E1v;c E1vc E1vo( E1vof E1vos EE(f( EEk(f Ef()& Ef(), Ef()1 Ef(); Ef()B Ef()U Ef()f
Ef()k Ef()n Ef()o Ef()s Ef()v Ef(1& Ef(1) Ef(1, Ef(1o Ef(E( Ef(E1 Ef(Ef Ef(Ek Ef(En Ef(Es Ef(Ev
Ef(f( Ef(n& Ef(n) Ef(n, Ef(no Ef(o) Ef(s& Ef(s) Ef(s, Ef(so Ef(v& Ef(v) Ef(v, Ef(vo Ek(1& Ek(1(
Ek(1) Ek(1, Ek(1f Ek(1n Ek(1o Ek(1s Ek(1v Ek(E( Ek(E1 Ek(Ef Ek(Ek Ek(En Ek(Es Ek(Ev Ek(f( Ek(n&
Ek(n( Ek(n) Ek(n, Ek(n1 Ek(nf Ek(no Ek(s& Ek(s( Ek(s) Ek(s, Ek(s1 Ek(sf Ek(so Ek(sv Ek(v& Ek(v(
Ek(v) Ek(v, Ek(vf Ek(vo Ek(vs Ek1&( Ek1&1 Ek1&f Ek1&n Ek1&s Ek1&v Ek1) Ek1)& Ek1); Ek1)U Ek1)c Ek1)k
Ek1)o Ek1,( Ek1,f Ek1;( Ek1B( Ek1B1 Ek1Bf Ek1Bn Ek1Bs Ek1Bv Ek1U( Ek1UE Ek1f( Ek1k( Ek1k1 Ek1kf
Ek1kn Ek1ks Ek1kv Ek1n Ek1n) Ek1n; Ek1nc Ek1nk Ek1o( Ek1of Ek1os Ek1ov Ek1s Ek1s; Ek1sc Ek1sf Ek1sk
Ek1v Ek1v; Ek1vc Ek1vf Ek1vk Ek1vo EkE(f EkEk( Ekf() Ekf(1 Ekf(E Ekf(f Ekf(n Ekf(o Ekf(s Ekf(v Ekn&(
Ekn&1 Ekn&f Ekn&n Ekn&s Ekn&v Ekn(1 Ekn(f Ekn(s Ekn(v Ekn) Ekn)& Ekn); Ekn)U Ekn)c Ekn)k Ekn)o Ekn,(
Ekn,f Ekn1 Ekn1; Ekn1c Ekn1k Ekn1o Ekn;( EknB( EknB1 EknBf EknBn EknBs EknBv EknU( EknUE Eknf( Eknk(
Eknk1 Eknkf Eknkn Eknks Eknkv Eko(1 Eko(f Eko(n Eko(s Eko(v Ekok( Ekokn Eks&( Eks&1 Eks&f Eks&n
Eks&s Eks&v Eks) Eks)& Eks); Eks)U Eks)c Eks)k Eks)o Eks,( Eks,f Eks1 Eks1; Eks1c Eks1f Eks1k Eks;(
EksB( EksB1 EksBf EksBn EksBs EksBv EksU( EksUE Eksf( Eksk( Eksk1 Ekskf Ekskn Eksks Ekskv Ekso(
Ekso1 Eksof Ekson Eksos Eksov Eksv Eksv; Eksvc Eksvf Eksvk Eksvo Ekv&( Ekv&1 Ekv&f Ekv&n Ekv&s Ekv&v
Ekv) Ekv)& Ekv); Ekv)U Ekv)c Ekv)k Ekv)o Ekv,( Ekv,f Ekv;( EkvB( EkvB1 EkvBf EkvBn EkvBs EkvBv EkvU(
EkvUE Ekvf( Ekvk( Ekvk1 Ekvkf Ekvkn Ekvks Ekvkv Ekvo( Ekvof Ekvos Ekvs Ekvs; Ekvsc Ekvsf Ekvsk Ekvso
En&(1 En&(E En&(f En&(n En&(s En&(v En&1) En&1o En&f( En&n) En&no En&s) En&so En&v) En&vo En(1o
En(f( En(s) En(so En(v) En(vo En) En)&( En)&1 En)&f En)&n En)&s En)&v En); En);( En);E En);T En);c
En)UE En)c En)kn En)o( En)o1 En)of En)on En)os En)ov En,(1 En,(f En,(n En,(s En,(v En,f( En1; En1;c
En1o( En1of En1os En1ov En;(E EnB(1 EnB(f EnB(n EnB(s EnB(v EnB1) EnB1o EnBf( EnBn) EnBno EnBs)
EnBso EnBv) EnBvo EnU(E EnUE( EnUE1 EnUEf EnUEk EnUEn EnUEs EnUEv Enf() Enf(1 Enf(f Enf(n Enf(s
Enf(v Enk(1 Enk(E Enk(f Enk(n Enk(s Enk(v Enk1) Enk1k Enk1o Enkf( Enkn) Enkn, Enkn; EnknB EnknU
Enknc Enknk Enks) Enksk Enkso Enkv) Enkvk Enkvo Eno(1 Eno(E Eno(f Eno(n Eno(s Eno(v Enof( Enos&
Enos( Enos) Enos, Enos1 Enos; EnosB EnosU Enosf Enosk Enosv Enov& Enov( Enov) Enov, Enov; EnovB
EnovU Enovf Enovk Enovo Enovs Eok(E Eoknk Es&(1 Es&(E Es&(f Es&(n Es&(s Es&(v Es&1) Es&1o Es&f(
Es&n) Es&no Es&s) Es&so Es&v) Es&vo Es) Es)&( Es)&1 Es)&f Es)&n Es)&s Es)&v Es); Es);( Es);E Es);T
Es);c Es)UE Es)c Es)kn Es)o( Es)o1 Es)of Es)on Es)os Es)ov Es,(1 Es,(f Es,(n Es,(s Es,(v Es,f( Es1
Es1; Es1;c Es1c Es;(E EsB(1 EsB(f EsB(n EsB(s EsB(v EsB1) EsB1o EsBf( EsBn) EsBno EsBs) EsBso EsBv)
EsBvo EsU(E EsUE( EsUE1 EsUEf EsUEk EsUEn EsUEs EsUEv Esf() Esf(1 Esf(f Esf(n Esf(s Esf(v Esk(1
Esk(E Esk(f Esk(n Esk(s Esk(v Esk1) Esk1k Esk1o Eskf( Eskn Eskn) Eskn; EsknU Esknc Esknk Esks) Esksk
Eskso Eskv) Eskvk Eskvo Eso(1 Eso(E Eso(f Eso(n Eso(s Eso(v Eso1& Eso1( Eso1) Eso1, Eso1; Eso1B
Eso1U Eso1f Eso1k Eso1n Eso1s Eso1v Esof( Eson& Eson( Eson) Eson, Eson1 Eson; EsonB EsonU Esonf
Esonk Esos& Esos( Esos) Esos, Esos1 Esos; EsosB EsosU Esosf Esosk Esosv Esov& Esov( Esov) Esov,
Esov; EsovB EsovU Esovf Esovk Esovo Esovs Esv Esv; Esv;c Esvc Esvo( Esvof Esvos Ev&(1 Ev&(E Ev&(f
Ev&(n Ev&(s Ev&(v Ev&1) Ev&1o Ev&f( Ev&n) Ev&no Ev&s) Ev&so Ev&v) Ev&vo Ev) Ev)&( Ev)&1 Ev)&f Ev)&n
Ev)&s Ev)&v Ev); Ev);( Ev);E Ev);T Ev);c Ev)UE Ev)c Ev)kn Ev)o( Ev)o1 Ev)of Ev)on Ev)os Ev)ov Ev,(1
Ev,(f Ev,(n Ev,(s Ev,(v Ev,f( Ev;(E EvB(1 EvB(f EvB(n EvB(s EvB(v EvB1) EvB1o EvBf( EvBn) EvBno
EvBs) EvBso EvBv) EvBvo EvU(E EvUE( EvUE1 EvUEf EvUEk EvUEn EvUEs EvUEv Evf() Evf(1 Evf(f Evf(n
Evf(s Evf(v Evk(1 Evk(E Evk(f Evk(n Evk(s Evk(v Evk1) Evk1k Evk1o Evkf( Evkn Evkn) Evkn; EvknU Evknc
Evknk Evks) Evksk Evkso Evkv) Evkvk Evkvo Evn Evn)U Evn; Evn;c Evnc Evnkn Evno( Evnof Evnos Evnov
Evo(1 Evo(E Evo(f Evo(n Evo(s Evo(v Evof( Evos& Evos( Evos) Evos, Evos1 Evos; EvosB EvosU Evosf
Evosk Evosv Evs Evs; Evs;c Evsc Evso( Evso1 Evsof Evson Evsos Evsov T(1)f T(1)o T(1f( T(1n) T(1o(
T(1of T(1os T(1ov T(1s) T(1v) T(1vo T(f() T(f(1 T(f(f T(f(n T(f(s T(f(v T(n(1 T(n(f T(n(s T(n(v
T(n)f T(n)o T(n1) T(n1o T(nf( T(nn) T(nno T(no( T(nof T(nos T(nov T(ns) T(nso T(nv) T(nvo T(s)f
T(s)o T(s1) T(sf( T(sn) T(sno T(so( T(so1 T(sof T(son T(sos T(sov T(sv) T(svo T(v)f T(v)o T(vf(
T(vo( T(vof T(vos T(vs) T(vso T(vv) T1f(1 T1f(f T1f(n T1f(s T1f(v T1o(1 T1o(f T1o(n T1o(s T1o(v
T1of( T1osf T1ovf T1ovo Tf()f Tf()o Tf(1) Tf(1o Tf(f( Tf(n) Tf(no Tf(s) Tf(so Tf(v) Tf(vo Tn(1)
Tn(1o Tn(f( Tn(s) Tn(so Tn(v) Tn(vo Tn1; Tn1;c Tn1o( Tn1of Tn1os Tn1ov Tnf() Tnf(1 Tnf(f Tnf(n Tnf(s
Tnf(v Tnn; Tnn;c Tnno( Tnnof Tnnos Tnnov Tno(1 Tno(f Tno(n Tno(s Tno(v Tnof( Tnosf Tnovf Tnovo Tns;
Tns;c Tnso( Tnso1 Tnsof Tnson Tnsos Tnsov Tnv; Tnv;c Tnvo( Tnvof Tnvos Tsf(1 Tsf(f Tsf(n Tsf(s Tsf(v
Tso(1 Tso(f Tso(n Tso(s Tso(v Tso1f Tsof( Tsonf Tsosf Tsovf Tsovo Tvf(1 Tvf(f Tvf(n Tvf(s Tvf(v
Tvo(1 Tvo(f Tvo(n Tvo(s Tvo(v Tvof( Tvosf U(E(1 U(E(f U(E(k U(E(n U(E(s U(E(v U(E1) U(E1o U(Ef(
U(Ek( U(Ek1 U(Ekf U(Ekn U(Eko U(Eks U(Ekv U(En) U(Enk U(Eno U(Eok U(Es) U(Eso U(Ev) U(Evo UE(1)
UE(1, UE(1o UE(f( UE(n) UE(n, UE(no UE(s) UE(s, UE(so UE(v) UE(v, UE(vo UE1 UE1,( UE1,f UE1; UE1;c
UE1c UE1k( UE1k1 UE1kf UE1kn UE1ks UE1kv UE1o( UE1of UE1os UE1ov UEf() UEf(1 UEf(f UEf(n UEf(s UEf(v
UEk(1 UEk(f UEk(n UEk(s UEk(v UEk1 UEk1, UEk1; UEk1c UEk1k UEk1o UEkf( UEkn UEkn( UEkn, UEkn; UEknc
UEknk UEks UEks, UEks; UEksc UEksk UEkso UEkv UEkv, UEkv; UEkvc UEkvk UEkvo UEn() UEn,( UEn,f UEn;
UEn;c UEnc UEnk( UEnk1 UEnkf UEnkn UEnks UEnkv UEno( UEnof UEnos UEnov UEs UEs,( UEs,f UEs; UEs;c
UEsc UEsk( UEsk1 UEskf UEskn UEsks UEskv UEso( UEso1 UEsof UEson UEsos UEsov UEv UEv,( UEv,f UEv;
UEv;c UEvc UEvk( UEvk1 UEvkf UEvkn UEvks UEvkv UEvo( UEvof UEvos Uf(1o Uf(f( Uf(no Uf(so Uf(vo X
f()&( f()&1 f()&E f()&f f()&k f()&n f()&s f()&v f(),( f(),1 f(),f f(),n f(),s f(),v f()1( f()1U
f()1f f()1n f()1o f()1s f()1v f();E f();T f();n f()A( f()Af f()As f()At f()Av f()B( f()B1 f()BE
f()Bf f()Bn f()Bs f()Bv f()E( f()E1 f()EU f()Ef f()Ek f()En f()Eo f()Es f()Ev f()T( f()T1 f()TE
f()TT f()Tf f()Tn f()Ts f()Tv f()U f()U( f()U1 f()U; f()UE f()UT f()Uc f()Uf f()Uk f()Uo f()Us f()Uv
f()c f()f( f()k( f()k) f()k1 f()kU f()kf f()kn f()ks f()kv f()n& f()n( f()n) f()n, f()n1 f()nE f()nU
f()nf f()no f()o( f()o1 f()oU f()of f()ok f()on f()os f()ov f()s( f()s1 f()sU f()sf f()so f()sv
f()v( f()vU f()vf f()vo f()vs f(1&( f(1&1 f(1&f f(1&n f(1&s f(1&v f(1) f(1)& f(1), f(1)1 f(1); f(1)A
f(1)B f(1)E f(1)T f(1)U f(1)c f(1)f f(1)k f(1)n f(1)o f(1)s f(1)v f(1,( f(1,f f(1o( f(1of f(1os
f(1ov f(E(1 f(E(E f(E(f f(E(n f(E(s f(E(v f(E1& f(E1) f(E1k f(E1o f(Ef( f(Ek( f(Ek1 f(Ekf f(Ekn
f(Eko f(Eks f(Ekv f(En& f(En) f(Enk f(Eno f(Eok f(Es& f(Es) f(Esk f(Eso f(Ev& f(Ev) f(Evk f(Evo
f(f() f(f(1 f(f(E f(f(f f(f(n f(f(s f(f(v f(k() f(k,( f(k,f f(n&( f(n&1 f(n&f f(n&n f(n&s f(n&v f(n)
f(n)& f(n), f(n)1 f(n); f(n)A f(n)B f(n)E f(n)T f(n)U f(n)c f(n)f f(n)k f(n)n f(n)o f(n)s f(n)v
f(n,( f(n,f f(no( f(nof f(nos f(nov f(s&( f(s&1 f(s&f f(s&n f(s&s f(s&v f(s) f(s)& f(s), f(s)1 f(s);
f(s)A f(s)B f(s)E f(s)T f(s)U f(s)c f(s)f f(s)k f(s)n f(s)o f(s)s f(s)v f(s,( f(s,f f(so( f(so1
f(sof f(son f(sos f(sov f(t,( f(t,f f(v&( f(v&1 f(v&f f(v&n f(v&s f(v&v f(v) f(v)& f(v), f(v)1 f(v);
f(v)A f(v)B f(v)E f(v)T f(v)U f(v)c f(v)f f(v)k f(v)n f(v)o f(v)s f(v)v f(v,( f(v,f f(vo( f(vof
f(vos k(1), k(1)A k(1)k k(1)o k(1o( k(1of k(1os k(1ov k(f() k(f(1 k(f(f k(f(n k(f(s k(f(v k(n),
k(n)A k(n)k k(n)o k(no( k(nof k(nos k(nov k(s), k(s)A k(s)k k(s)o k(so( k(so1 k(sof k(son k(sos
k(sov k(v), k(v)A k(v)k k(v)o k(vo( k(vof k(vos k1,(1 k1,(f k1,(n k1,(s k1,(v k1,f( k1A(f k1A(n
k1A(s k1A(v k1Af( k1Aso k1Avo k1k(1 k1k(f k1k(n k1k(s k1k(v k1k1U k1k1o k1kf( k1knU k1ksU k1kso
k1kvU k1kvo k1o(1 k1o(f k1o(n k1o(s k1o(v k1of( k1os( k1os, k1os1 k1osA k1osf k1osk k1osv k1ov(
k1ov, k1ovA k1ovf k1ovk k1ovo k1ovs kf(), kf()A kf()k kf()o kf(1) kf(1o kf(f( kf(n) kf(no kf(s)
kf(so kf(v) kf(vo kn,(1 kn,(f kn,(n kn,(s kn,(v kn,f( knA(f knA(n knA(s knA(v knAf( knAso knAvo
knk(1 knk(f knk(n knk(s knk(v knk1U knk1o knkf( knknU knksU knkso knkvU knkvo ks,(1 ks,(f ks,(n
ks,(s ks,(v ks,f( ksA(f ksA(n ksA(s ksA(v ksAf( ksAso ksAvo ksk(1 ksk(f ksk(n ksk(s ksk(v ksk1U
ksk1o kskf( ksknU ksksU kskso kskvU kskvo kso(1 kso(f kso(n kso(s kso(v kso1( kso1, kso1A kso1f
kso1k kso1n kso1s kso1v ksof( kson( kson, kson1 ksonA ksonf ksonk ksos( ksos, ksos1 ksosA ksosf
ksosk ksosv ksov( ksov, ksovA ksovf ksovk ksovo ksovs kv,(1 kv,(f kv,(n kv,(s kv,(v kv,f( kvA(f
kvA(n kvA(s kvA(v kvAf( kvAso kvAvo kvk(1 kvk(f kvk(n kvk(s kvk(v kvk1U kvk1o kvkf( kvknU kvksU
kvkso kvkvU kvkvo kvo(1 kvo(f kvo(n kvo(s kvo(v kvof( kvos( kvos, kvos1 kvosA kvosf kvosk kvosv
n&(1& n&(1) n&(1, n&(1o n&(E( n&(E1 n&(Ef n&(Ek n&(En n&(Eo n&(Es n&(Ev n&(f( n&(n& n&(n) n&(n,
n&(no n&(s& n&(s) n&(s, n&(so n&(v& n&(v) n&(v, n&(vo n&1 n&1&( n&1&1 n&1&f n&1&n n&1&s n&1&v n&1)&
n&1)U n&1)c n&1)o n&1; n&1;E n&1;T n&1;c n&1B( n&1B1 n&1Bf n&1Bn n&1Bs n&1Bv n&1Ek n&1En n&1Tn n&1U
n&1U( n&1U; n&1UE n&1Uc n&1c n&1f( n&1k( n&1k1 n&1kf n&1kn n&1ks n&1kv n&1o( n&1of n&1os n&1ov n&E(1
n&E(f n&E(n n&E(o n&E(s n&E(v n&E1 n&E1; n&E1c n&E1k n&E1o n&Ef( n&Ek( n&Ek1 n&Ekf n&Ekn n&Eks n&Ekv
n&En; n&Enc n&Enk n&Eno n&Es n&Es; n&Esc n&Esk n&Eso n&Ev n&Ev; n&Evc n&Evk n&Evo n&f() n&f(1 n&f(E
n&f(f n&f(n n&f(s n&f(v n&k&( n&k&1 n&k&f n&k&n n&k&s n&k&v n&k(1 n&k(f n&k(n n&k(s n&k(v n&k1o n&kc
n&kf( n&knk n&ko( n&ko1 n&kof n&kok n&kon n&kos n&kov n&kso n&kvo n&n&( n&n&1 n&n&f n&n&s n&n&v
n&n)& n&n)U n&n)c n&n)o n&n;E n&n;T n&n;c n&nB( n&nB1 n&nBf n&nBs n&nBv n&nU n&nU( n&nU; n&nUE n&nUc
n&nf( n&nk( n&nk1 n&nkf n&nks n&nkv n&no( n&nof n&nos n&nov n&s&( n&s&1 n&s&f n&s&n n&s&s n&s&v
n&s)& n&s)U n&s)c n&s)o n&s1 n&s1; n&s1c n&s; n&s;E n&s;T n&s;c n&sB( n&sB1 n&sBf n&sBn n&sBs n&sBv
n&sEk n&sEn n&sTn n&sU n&sU( n&sU; n&sUE n&sUc n&sc n&sf( n&sk( n&sk1 n&skf n&skn n&sks n&skv n&so(
n&so1 n&sof n&son n&sos n&sov n&sv n&sv; n&svc n&svo n&v n&v&( n&v&1 n&v&f n&v&n n&v&s n&v&v n&v)&
n&v)U n&v)c n&v)o n&v; n&v;E n&v;T n&v;c n&vB( n&vB1 n&vBf n&vBn n&vBs n&vBv n&vEk n&vEn n&vTn n&vU
n&vU( n&vU; n&vUE n&vUc n&vc n&vf( n&vk( n&vk1 n&vkf n&vkn n&vks n&vkv n&vo( n&vof n&vos n&vs n&vs;
n&vsc n&vso n)&(1 n)&(E n)&(f n)&(n n)&(s n)&(v n)&1 n)&1& n)&1) n)&1; n)&1B n)&1U n)&1c n)&1f n)&1o
n)&f( n)&n n)&n& n)&n) n)&n; n)&nB n)&nU n)&nc n)&nf n)&no n)&s n)&s& n)&s) n)&s; n)&sB n)&sU n)&sc
n)&sf n)&so n)&v n)&v& n)&v) n)&v; n)&vB n)&vU n)&vc n)&vf n)&vo n),(1 n),(f n),(n n),(s n),(v n);E(
n);E1 n);Ef n);Ek n);En n);Eo n);Es n);Ev n);T( n);T1 n);Tf n);Tk n);Tn n);To n);Ts n);Tv n)B(1
n)B(f n)B(n n)B(s n)B(v n)B1 n)B1& n)B1; n)B1U n)B1c n)B1k n)B1n n)B1o n)Bf( n)Bn n)Bn& n)Bn; n)BnU
n)Bnc n)Bnk n)Bno n)Bs n)Bs& n)Bs; n)BsU n)Bsc n)Bsk n)Bso n)Bv n)Bv& n)Bv; n)BvU n)Bvc n)Bvk n)Bvo
n)E(1 n)E(f n)E(n n)E(s n)E(v n)E1c n)E1o n)Ef( n)Ek( n)Ek1 n)Ekf n)Ekn n)Eks n)Ekv n)Enc n)Eno
n)Esc n)Eso n)Evc n)Evo n)U(E n)UE( n)UE1 n)UEf n)UEk n)UEn n)UEs n)UEv n)f(f n)k(1 n)k(f n)k(n
n)k(s n)k(v n)k1& n)k1; n)k1B n)k1E n)k1U n)k1o n)kB( n)kB1 n)kBf n)kBn n)kBs n)kBv n)kUE n)kf(
n)kn& n)kn; n)knB n)knE n)knU n)knc n)knk n)ks& n)ks; n)ksB n)ksE n)ksU n)kso n)kv& n)kv; n)kvB
n)kvE n)kvU n)kvo n)o(1 n)o(E n)o(f n)o(n n)o(s n)o(v n)o1& n)o1) n)o1; n)o1B n)o1U n)o1c n)o1k
n)of( n)on& n)on) n)on; n)onB n)onU n)onc n)onk n)os n)os& n)os) n)os; n)osB n)osU n)osc n)osk n)ov
n)ov& n)ov) n)ov; n)ovB n)ovU n)ovc n)ovk n)ovo n,(1) n,(1o n,(E( n,(E1 n,(Ef n,(Ek n,(En n,(Es
n,(Ev n,(f( n,(no n,(s) n,(so n,(v) n,(vo n,f() n,f(1 n,f(f n,f(n n,f(s n,f(v n1UE n1UE; n1UEc n1UEk
n1o(1 n1o(f n1o(n n1o(s n1o(v n1of( n1os( n1os1 n1osU n1osf n1osv n1ov( n1ovU n1ovf n1ovo n1ovs n1s;
n1s;c n1sc n1v; n1v;c n1vc n1vo( n1vof n1vos n;E(1 n;E(E n;E(f n;E(n n;E(s n;E(v n;E1, n;E1; n;E1T
n;E1c n;E1k n;E1o n;Ef( n;Ek( n;Ek1 n;Ekf n;Ekn n;Eko n;Eks n;Ekv n;En, n;En; n;EnE n;EnT n;Enc
n;Enk n;Eno n;Es, n;Es; n;EsT n;Esc n;Esk n;Eso n;Ev, n;Ev; n;EvT n;Evc n;Evk n;Evo n;T(1 n;T(E
n;T(c n;T(f n;T(n n;T(s n;T(v n;T1( n;T1, n;T1; n;T1T n;T1c n;T1f n;T1k n;T1o n;T; n;T;c n;TTn n;Tf(
n;Tk( n;Tk1 n;Tkf n;Tkk n;Tko n;Tks n;Tkv n;Tn( n;Tn, n;Tn1 n;Tn; n;TnE n;TnT n;Tnc n;Tnf n;Tnk
n;Tnn n;Tno n;Tns n;Tnv n;To( n;Ts( n;Ts, n;Ts; n;TsT n;Tsc n;Tsf n;Tsk n;Tso n;Tv( n;Tv, n;Tv;
n;TvT n;Tvc n;Tvf n;Tvk n;Tvo n;n:T nA(f( nA(n) nA(no nA(s) nA(so nA(v) nA(vo nAf() nAf(1 nAf(f
nAf(n nAf(s nAf(v nAsUE nAso( nAso1 nAsof nAson nAsos nAsov nAtUE nAto( nAto1 nAtof nAton nAtos
nAtov nAvUE nAvo( nAvof nAvos nB(1& nB(1) nB(1o nB(f( nB(n& nB(no nB(s& nB(s) nB(so nB(v& nB(v)
nB(vo nB1 nB1&( nB1&1 nB1&f nB1&n nB1&s nB1&v nB1,( nB1,f nB1; nB1;c nB1B( nB1B1 nB1Bf nB1Bn nB1Bs
nB1Bv nB1U( nB1UE nB1c nB1k( nB1k1 nB1kf nB1kn nB1ks nB1kv nB1o( nB1of nB1os nB1ov nBE(1 nBE(f nBE(n
nBE(s nBE(v nBEk( nBf() nBf(1 nBf(f nBf(n nBf(s nBf(v nBn&( nBn&1 nBn&f nBn&n nBn&s nBn&v nBn,(
nBn,f nBn; nBn;c nBnB( nBnB1 nBnBf nBnBn nBnBs nBnBv nBnU( nBnUE nBnc nBnk( nBnk1 nBnkf nBnkn nBnks
nBnkv nBno( nBnof nBnos nBnov nBs nBs&( nBs&1 nBs&f nBs&n nBs&s nBs&v nBs,( nBs,f nBs; nBs;c nBsB(
nBsB1 nBsBf nBsBn nBsBs nBsBv nBsU( nBsUE nBsc nBsk( nBsk1 nBskf nBskn nBsks nBskv nBso( nBso1 nBsof
nBson nBsos nBsov nBv nBv&( nBv&1 nBv&f nBv&n nBv&s nBv&v nBv,( nBv,f nBv; nBv;c nBvB( nBvB1 nBvBf
nBvBn nBvBs nBvBv nBvU( nBvUE nBvc nBvk( nBvk1 nBvkf nBvkn nBvks nBvkv nBvo( nBvof nBvos nE(1) nE(1o
nE(f( nE(n) nE(no nE(s) nE(so nE(v) nE(vo nE1;T nE1T( nE1T1 nE1Tf nE1Tn nE1Ts nE1Tv nE1UE nE1c nE1o(
nE1of nE1os nE1ov nEU(1 nEU(f nEU(n nEU(s nEU(v nEU1, nEU1c nEU1o nEUEf nEUEk nEUf( nEUs, nEUsc
nEUso nEUv, nEUvc nEUvo nEf() nEf(1 nEf(f nEf(n nEf(s nEf(v nEn;T nEnT( nEnT1 nEnTf nEnTn nEnTs
nEnTv nEnUE nEno( nEnof nEnos nEnov nEokn nEs;T nEsT( nEsT1 nEsTf nEsTn nEsTs nEsTv nEsUE nEsc nEso(
nEso1 nEsof nEson nEsos nEsov nEv;T nEvT( nEvT1 nEvTf nEvTn nEvTs nEvTv nEvUE nEvc nEvo( nEvof nEvos
nT(1) nT(1o nT(f( nT(n) nT(no nT(s) nT(so nT(v) nT(vo nT1(f nT1o( nT1of nT1os nT1ov nTE(1 nTE(f
nTE(n nTE(s nTE(v nTE1n nTE1o nTEf( nTEk( nTEk1 nTEkf nTEkn nTEks nTEkv nTEnn nTEno nTEsn nTEso
nTEvn nTEvo nTTnE nTTnT nTTnk nTTnn nTf() nTf(1 nTf(f nTf(n nTf(s nTf(v nTn(1 nTn(f nTn(s nTn(v
nTn1c nTn1o nTn;E nTn;T nTn;n nTnE( nTnE1 nTnEf nTnEn nTnEs nTnEv nTnT( nTnT1 nTnTf nTnTn nTnTs
nTnTv nTnf( nTnkn nTnn: nTnnc nTnno nTno( nTnof nTnos nTnov nTnsc nTnso nTnvc nTnvo nTs(f nTso(
nTso1 nTsof nTson nTsos nTsov nTv(1 nTv(f nTvo( nTvof nTvos nU(1) nU(1o nU(E( nU(E1 nU(Ef nU(Ek
nU(En nU(Es nU(Ev nU(f( nU(n) nU(no nU(s) nU(so nU(v) nU(vo nU1,( nU1,f nU1c nU1o( nU1of nU1os nU1ov
nU; nU;c nUE nUE(1 nUE(E nUE(f nUE(n nUE(o nUE(s nUE(v nUE1 nUE1& nUE1( nUE1) nUE1, nUE1; nUE1B
nUE1U nUE1c nUE1f nUE1k nUE1n nUE1o nUE1s nUE1v nUE; nUE;c nUEc nUEf nUEf( nUEf, nUEf; nUEfc nUEk
nUEk( nUEk1 nUEk; nUEkc nUEkf nUEkn nUEko nUEks nUEkv nUEn nUEn& nUEn( nUEn) nUEn, nUEn1 nUEn; nUEnB
nUEnU nUEnc nUEnf nUEnk nUEno nUEns nUEok nUEon nUEs nUEs& nUEs( nUEs) nUEs, nUEs1 nUEs; nUEsB nUEsU
nUEsc nUEsf nUEsk nUEso nUEsv nUEv nUEv& nUEv( nUEv) nUEv, nUEv; nUEvB nUEvU nUEvc nUEvf nUEvk nUEvn
nUEvo nUEvs nUTn( nUTn1 nUTnf nUTnn nUTns nUTnv nUc nUf() nUf(1 nUf(f nUf(n nUf(s nUf(v nUk(E nUo(E
nUon( nUon1 nUonf nUons nUs,( nUs,f nUsc nUso( nUso1 nUsof nUson nUsos nUsov nUv,( nUv,f nUvc nUvo(
nUvof nUvos nc nf()1 nf()U nf()f nf()k nf()n nf()o nf()s nf()v nf(1) nf(1o nf(E( nf(E1 nf(Ef nf(Ek
nf(En nf(Es nf(Ev nf(f( nf(n, nf(no nf(s) nf(so nf(v) nf(vo nk(1) nk(1o nk(f( nk(no nk(s) nk(so
nk(v) nk(vo nk)&( nk)&1 nk)&f nk)&n nk)&s nk)&v nk);E nk);T nk)B( nk)B1 nk)Bf nk)Bn nk)Bs nk)Bv
nk)E( nk)E1 nk)Ef nk)Ek nk)En nk)Es nk)Ev nk)UE nk)f( nk)o( nk)of nk1 nk1&( nk1&1 nk1&f nk1&n nk1&s
nk1&v nk1;E nk1;T nk1;c nk1B( nk1B1 nk1Bf nk1Bn nk1Bs nk1Bv nk1E( nk1E1 nk1Ef nk1Ek nk1En nk1Es
nk1Ev nk1U( nk1UE nk1c nk1o( nk1of nk1os nk1ov nkUE( nkUE1 nkUEf nkUEk nkUEn nkUEs nkUEv nkf() nkf(1
nkf(f nkf(n nkf(s nkf(v nkn nkn&( nkn&1 nkn&f nkn&s nkn&v nkn;E nkn;T nkn;c nknB( nknB1 nknBf nknBn
nknBs nknBv nknE( nknE1 nknEf nknEs nknEv nknU( nknUE nks nks&( nks&1 nks&f nks&n nks&s nks&v nks;
nks;E nks;T nks;c nksB( nksB1 nksBf nksBn nksBs nksBv nksE( nksE1 nksEf nksEk nksEn nksEs nksEv
nksU( nksUE nksc nkso( nkso1 nksof nkson nksos nksov nkv nkv&( nkv&1 nkv&f nkv&n nkv&s nkv&v nkv;
nkv;E nkv;T nkv;c nkvB( nkvB1 nkvBf nkvBn nkvBs nkvBv nkvE( nkvE1 nkvEf nkvEk nkvEn nkvEs nkvEv
nkvU( nkvUE nkvc nkvo( nkvof nkvos no(1& no(1) no(1, no(1o no(E( no(E1 no(EE no(Ef no(Ek no(En no(Eo
no(Es no(Ev no(f( no(n& no(n) no(n, no(no no(s& no(s) no(s, no(so no(v& no(v) no(v, no(vo noU(E
noUEk noUEn nof() nof(1 nof(E nof(f nof(n nof(s nof(v nok&( nok(1 nok(f nok(n nok(s nok(v nok1c
nok1o nokf( noknc noko( noko1 nokof nokon nokos nokov noksc nokso nokvc nokvo nonsU nos&( nos&1
nos&E nos&U nos&f nos&k nos&n nos&s nos&v nos(E nos(U nos)& nos), nos); nos)B nos)E nos)U nos)c
nos)f nos)k nos)o nos,( nos,f nos1( nos1U nos1f nos1n nos1s nos1v nos; nos;E nos;T nos;c nosA( nosAf
nosAs nosAt nosAv nosB( nosB1 nosBE nosBf nosBn nosBs nosBv nosE( nosE1 nosEU nosEf nosEk nosEn
nosEo nosEs nosEv nosT( nosT1 nosTE nosTT nosTf nosTn nosTs nosTv nosU nosU( nosU1 nosU; nosUE nosUT
nosUc nosUf nosUk nosUo nosUs nosUv nosc nosf( nosk( nosk) nosk1 noskB noskU noskf noskn nosks noskv
nosv( nosvU nosvf nosvo nosvs nov&( nov&1 nov&E nov&U nov&f nov&k nov&n nov&s nov&v nov(E nov(U
nov)& nov), nov); nov)B nov)E nov)U nov)c nov)f nov)k nov)o nov,( nov,f nov; nov;E nov;T nov;c nov;n
novA( novAf novAs novAt novAv novB( novB1 novBE novBf novBn novBs novBv novE( novE1 novEU novEf
novEk novEn novEo novEs novEv novT( novT1 novTE novTT novTf novTn novTs novTv novU novU( novU1 novU;
novUE novUT novUc novUf novUk novUo novUs novUv novc novf( novk( novk) novk1 novkB novkU novkf novkn
novks novkv novo( novoU novof novok novos novs( novs1 novsU novsf novso novsv nsUE nsUE; nsUEc nsUEk
nso1U nsonU nsosU nsovU s&(1& s&(1) s&(1, s&(1o s&(E( s&(E1 s&(Ef s&(Ek s&(En s&(Eo s&(Es s&(Ev
s&(f( s&(n& s&(n) s&(n, s&(no s&(s& s&(s) s&(s, s&(so s&(v& s&(v) s&(v, s&(vo s&1 s&1&( s&1&1 s&1&f
s&1&n s&1&s s&1&v s&1)& s&1)U s&1)c s&1)o s&1; s&1;E s&1;T s&1;c s&1B( s&1B1 s&1Bf s&1Bn s&1Bs s&1Bv
s&1Ek s&1En s&1Tn s&1U s&1U( s&1U; s&1UE s&1Uc s&1c s&1f( s&1k( s&1k1 s&1kf s&1kn s&1ks s&1kv s&1o(
s&1of s&1os s&1ov s&E(1 s&E(f s&E(n s&E(o s&E(s s&E(v s&E1 s&E1; s&E1c s&E1k s&E1o s&Ef( s&Ek( s&Ek1
s&Ekf s&Ekn s&Eks s&Ekv s&En s&En; s&Enc s&Enk s&Eno s&Es s&Es; s&Esc s&Esk s&Eso s&Ev s&Ev; s&Evc
s&Evk s&Evo s&f() s&f(1 s&f(E s&f(f s&f(n s&f(s s&f(v s&k&( s&k&1 s&k&f s&k&n s&k&s s&k&v s&k(1
s&k(f s&k(n s&k(s s&k(v s&k1o s&kc s&kf( s&knk s&ko( s&ko1 s&kof s&kok s&kon s&kos s&kov s&kso s&kvo
s&n s&n&( s&n&1 s&n&f s&n&n s&n&s s&n&v s&n)& s&n)U s&n)c s&n)o s&n; s&n;E s&n;T s&n;c s&nB( s&nB1
s&nBf s&nBn s&nBs s&nBv s&nEn s&nTn s&nU s&nU( s&nU; s&nUE s&nUc s&nc s&nf( s&nk( s&nk1 s&nkf s&nkn
s&nks s&nkv s&no( s&nof s&nos s&nov s&s s&s&( s&s&1 s&s&f s&s&n s&s&s s&s&v s&s)& s&s)U s&s)c s&s)o
s&s1 s&s1; s&s1c s&s; s&s;E s&s;T s&s;c s&sB( s&sB1 s&sBf s&sBn s&sBs s&sBv s&sEk s&sEn s&sTn s&sU
s&sU( s&sU; s&sUE s&sUc s&sc s&sf( s&sk( s&sk1 s&skf s&skn s&sks s&skv s&so( s&so1 s&sof s&son s&sos
s&sov s&sv s&sv; s&svc s&svo s&v s&v&( s&v&1 s&v&f s&v&n s&v&s s&v&v s&v)& s&v)U s&v)c s&v)o s&v;
s&v;E s&v;T s&v;c s&vB( s&vB1 s&vBf s&vBn s&vBs s&vBv s&vEk s&vEn s&vTn s&vU s&vU( s&vU; s&vUE s&vUc
s&vc s&vf( s&vk( s&vk1 s&vkf s&vkn s&vks s&vkv s&vo( s&vof s&vos s&vs s&vs; s&vsc s&vso s(Ef( s(Ekf
s(Ekn s(Enk s(U(E s)&(1 s)&(E s)&(f s)&(n s)&(s s)&(v s)&1 s)&1& s)&1) s)&1; s)&1B s)&1U s)&1c s)&1f
s)&1o s)&f( s)&n s)&n& s)&n) s)&n; s)&nB s)&nU s)&nc s)&nf s)&no s)&s s)&s& s)&s) s)&s; s)&sB s)&sU
s)&sc s)&sf s)&so s)&v s)&v& s)&v) s)&v; s)&vB s)&vU s)&vc s)&vf s)&vo s),(1 s),(f s),(n s),(s s),(v
s);E( s);E1 s);Ef s);Ek s);En s);Eo s);Es s);Ev s);T( s);T1 s);Tf s);Tk s);Tn s);To s);Ts s);Tv
s)B(1 s)B(f s)B(n s)B(s s)B(v s)B1 s)B1& s)B1; s)B1U s)B1c s)B1k s)B1n s)B1o s)Bf( s)Bn s)Bn& s)Bn;
s)BnU s)Bnc s)Bnk s)Bno s)Bs s)Bs& s)Bs; s)BsU s)Bsc s)Bsk s)Bso s)Bv s)Bv& s)Bv; s)BvU s)Bvc s)Bvk
s)Bvo s)E(1 s)E(f s)E(n s)E(s s)E(v s)E1c s)E1o s)Ef( s)Ek( s)Ek1 s)Ekf s)Ekn s)Eks s)Ekv s)Enc
s)Eno s)Esc s)Eso s)Evc s)Evo s)U(E s)UE( s)UE1 s)UEf s)UEk s)UEn s)UEs s)UEv s)c s)f(f s)k(1 s)k(f
s)k(n s)k(s s)k(v s)k1& s)k1; s)k1B s)k1E s)k1U s)k1o s)kB( s)kB1 s)kBf s)kBn s)kBs s)kBv s)kUE
s)kf( s)kn& s)kn; s)knB s)knE s)knU s)knc s)knk s)ks& s)ks; s)ksB s)ksE s)ksU s)kso s)kv& s)kv;
s)kvB s)kvE s)kvU s)kvo s)o(1 s)o(E s)o(f s)o(n s)o(s s)o(v s)o1 s)o1& s)o1) s)o1; s)o1B s)o1U s)o1c
s)o1k s)of( s)on& s)on) s)on; s)onB s)onU s)onc s)onk s)os s)os& s)os) s)os; s)osB s)osU s)osc s)osk
s)ov s)ov& s)ov) s)ov; s)ovB s)ovU s)ovc s)ovk s)ovo s,(1) s,(1o s,(E( s,(E1 s,(Ef s,(Ek s,(En s,(Es
s,(Ev s,(f( s,(n) s,(no s,(s) s,(so s,(v) s,(vo s,f() s,f(1 s,f(f s,f(n s,f(s s,f(v s1UE s1UE; s1UEc
s1UEk s1f() s1f(1 s1f(f s1f(n s1f(s s1f(v s1nc s1s; s1s;c s1sc s1v s1v; s1v;c s1vc s1vo( s1vof s1vos
s;E(1 s;E(E s;E(f s;E(n s;E(s s;E(v s;E1, s;E1; s;E1T s;E1c s;E1k s;E1o s;Ef( s;Ek( s;Ek1 s;Ekf
s;Ekn s;Eko s;Eks s;Ekv s;En, s;En; s;EnE s;EnT s;Enc s;Enk s;Eno s;Es, s;Es; s;EsT s;Esc s;Esk
s;Eso s;Ev, s;Ev; s;EvT s;Evc s;Evk s;Evo s;T(1 s;T(E s;T(c s;T(f s;T(n s;T(s s;T(v s;T1( s;T1,
s;T1; s;T1T s;T1c s;T1f s;T1k s;T1o s;T; s;T;c s;TTn s;Tf( s;Tk( s;Tk1 s;Tkf s;Tkk s;Tkn s;Tko s;Tks
s;Tkv s;Tn( s;Tn, s;Tn1 s;Tn; s;TnE s;TnT s;Tnc s;Tnf s;Tnk s;Tnn s;Tno s;Tns s;Tnv s;To( s;Ts(
s;Ts, s;Ts; s;TsT s;Tsc s;Tsf s;Tsk s;Tso s;Tv( s;Tv, s;Tv; s;TvT s;Tvc s;Tvf s;Tvk s;Tvo s;n:T
sA(f( sA(n) sA(no sA(s) sA(so sA(v) sA(vo sAf() sAf(1 sAf(f sAf(n sAf(s sAf(v sAsUE sAso( sAso1
sAsof sAson sAsos sAsov sAtUE sAto( sAto1 sAtof sAton sAtos sAtov sAvUE sAvo( sAvof sAvos sB(1)
sB(1o sB(f( sB(no sB(s) sB(so sB(v) sB(vo sB1 sB1&( sB1&1 sB1&f sB1&n sB1&s sB1&v sB1,( sB1,f sB1;
sB1;c sB1B( sB1B1 sB1Bf sB1Bn sB1Bs sB1Bv sB1U( sB1UE sB1c sB1k( sB1k1 sB1kf sB1kn sB1ks sB1kv sB1o(
sB1of sB1os sB1ov sBE(1 sBE(f sBE(n sBE(s sBE(v sBEk( sBf() sBf(1 sBf(f sBf(n sBf(s sBf(v sBn sBn&(
sBn&1 sBn&f sBn&n sBn&s sBn&v sBn,( sBn,f sBn; sBn;c sBnB( sBnB1 sBnBf sBnBn sBnBs sBnBv sBnU( sBnUE
sBnc sBnk( sBnk1 sBnkf sBnkn sBnks sBnkv sBno( sBnof sBnos sBnov sBs sBs&( sBs&1 sBs&f sBs&n sBs&s
sBs&v sBs,( sBs,f sBs; sBs;c sBsB( sBsB1 sBsBf sBsBn sBsBs sBsBv sBsU( sBsUE sBsc sBsk( sBsk1 sBskf
sBskn sBsks sBskv sBso( sBso1 sBsof sBson sBsos sBsov sBv sBv&( sBv&1 sBv&f sBv&n sBv&s sBv&v sBv,(
sBv,f sBv; sBv;c sBvB( sBvB1 sBvBf sBvBn sBvBs sBvBv sBvU( sBvUE sBvc sBvk( sBvk1 sBvkf sBvkn sBvks
sBvkv sBvo( sBvof sBvos sE(1) sE(1o sE(f( sE(n) sE(no sE(s) sE(so sE(v) sE(vo sE1;T sE1T( sE1T1
sE1Tf sE1Tn sE1Ts sE1Tv sE1UE sE1c sE1o( sE1of sE1os sE1ov sEU(1 sEU(f sEU(n sEU(s sEU(v sEU1, sEU1c
sEU1o sEUEf sEUEk sEUf( sEUs, sEUsc sEUso sEUv, sEUvc sEUvo sEf() sEf(1 sEf(f sEf(n sEf(s sEf(v
sEk(1 sEk(E sEk(f sEk(n sEk(s sEk(v sEk1; sEk1T sEk1U sEk1c sEk1o sEkU( sEkU1 sEkUE sEkUf sEkUs
sEkUv sEkf( sEkn; sEknE sEknT sEknU sEknc sEkok sEks; sEksT sEksU sEksc sEkso sEkv; sEkvT sEkvU
sEkvc sEkvo sEn;T sEnEn sEnT( sEnT1 sEnTf sEnTn sEnTs sEnTv sEnUE sEnc sEno( sEnof sEnos sEnov sEokn
sEs;T sEsT( sEsT1 sEsTf sEsTn sEsTs sEsTv sEsUE sEsc sEso( sEso1 sEsof sEson sEsos sEsov sEv;T sEvT(
sEvT1 sEvTf sEvTn sEvTs sEvTv sEvUE sEvc sEvo( sEvof sEvos sT(1) sT(1o sT(f( sT(n) sT(no sT(s) sT(so
sT(v) sT(vo sT1(f sT1o( sT1of sT1os sT1ov sTE(1 sTE(f sTE(n sTE(s sTE(v sTE1n sTE1o sTEf( sTEk(
sTEk1 sTEkf sTEkn sTEks sTEkv sTEnn sTEno sTEsn sTEso sTEvn sTEvo sTTnE sTTnT sTTnk sTTnn sTf()
sTf(1 sTf(f sTf(n sTf(s sTf(v sTn(1 sTn(f sTn(s sTn(v sTn1c sTn1o sTn;E sTn;T sTn;n sTnE( sTnE1
sTnEf sTnEn sTnEs sTnEv sTnT( sTnT1 sTnTf sTnTn sTnTs sTnTv sTnf( sTnkn sTnn: sTnnc sTnno sTno(
sTnof sTnos sTnov sTnsc sTnso sTnvc sTnvo sTs(f sTso( sTso1 sTsof sTson sTsos sTsov sTv(1 sTv(f
sTvo( sTvof sTvos sU(1) sU(1o sU(E( sU(E1 sU(Ef sU(Ek sU(En sU(Es sU(Ev sU(f( sU(n) sU(no sU(s)
sU(so sU(v) sU(vo sU1,( sU1,f sU1c sU1o( sU1of sU1os sU1ov sU; sU;c sUE sUE(1 sUE(E sUE(f sUE(n
sUE(o sUE(s sUE(v sUE1 sUE1& sUE1( sUE1) sUE1, sUE1; sUE1B sUE1U sUE1c sUE1f sUE1k sUE1n sUE1o sUE1s
sUE1v sUE; sUE;c sUEc sUEf sUEf( sUEf, sUEf; sUEfc sUEk sUEk( sUEk1 sUEk; sUEkc sUEkf sUEkn sUEko
sUEks sUEkv sUEn sUEn& sUEn( sUEn) sUEn, sUEn1 sUEn; sUEnB sUEnU sUEnc sUEnf sUEnk sUEno sUEns sUEok
sUEon sUEs sUEs& sUEs( sUEs) sUEs, sUEs1 sUEs; sUEsB sUEsU sUEsc sUEsf sUEsk sUEso sUEsv sUEv sUEv&
sUEv( sUEv) sUEv, sUEv; sUEvB sUEvU sUEvc sUEvf sUEvk sUEvn sUEvo sUEvs sUTn( sUTn1 sUTnf sUTnn
sUTns sUTnv sUc sUf() sUf(1 sUf(f sUf(n sUf(s sUf(v sUk(E sUo(E sUon( sUon1 sUonf sUons sUs,( sUs,f
sUsc sUso( sUso1 sUsof sUson sUsos sUsov sUv,( sUv,f sUvc sUvo( sUvof sUvos sc sf()1 sf()U sf()f
sf()k sf()n sf()o sf()s sf()v sf(1) sf(1n sf(1o sf(E( sf(E1 sf(Ef sf(Ek sf(En sf(Es sf(Ev sf(f(
sf(n) sf(n, sf(no sf(s) sf(so sf(v) sf(vo sk(1) sk(1o sk(f( sk(n) sk(no sk(s) sk(so sk(v) sk(vo
sk)&( sk)&1 sk)&f sk)&n sk)&s sk)&v sk);E sk);T sk)B( sk)B1 sk)Bf sk)Bn sk)Bs sk)Bv sk)E( sk)E1
sk)Ef sk)Ek sk)En sk)Es sk)Ev sk)UE sk)f( sk)o( sk)of sk1 sk1&( sk1&1 sk1&f sk1&n sk1&s sk1&v sk1;
sk1;E sk1;T sk1;c sk1B( sk1B1 sk1Bf sk1Bn sk1Bs sk1Bv sk1E( sk1E1 sk1Ef sk1Ek sk1En sk1Es sk1Ev
sk1U( sk1UE sk1c sk1o( sk1of sk1os sk1ov skUE( skUE1 skUEf skUEk skUEn skUEs skUEv skf() skf(1 skf(f
skf(n skf(s skf(v skn skn&( skn&1 skn&f skn&n skn&s skn&v skn; skn;E skn;T skn;c sknB( sknB1 sknBf
sknBn sknBs sknBv sknE( sknE1 sknEf sknEn sknEs sknEv sknU( sknUE sknc sks sks&( sks&1 sks&f sks&n
sks&s sks&v sks; sks;E sks;T sks;c sksB( sksB1 sksBf sksBn sksBs sksBv sksE( sksE1 sksEf sksEk sksEn
sksEs sksEv sksU( sksUE sksc skso( skso1 sksof skson sksos sksov skv skv&( skv&1 skv&f skv&n skv&s
skv&v skv; skv;E skv;T skv;c skvB( skvB1 skvBf skvBn skvBs skvBv skvE( skvE1 skvEf skvEk skvEn skvEs
skvEv skvU( skvUE skvc skvo( skvof skvos so(1& so(1) so(1, so(1o so(E( so(E1 so(EE so(Ef so(Ek so(En
so(Eo so(Es so(Ev so(f( so(n& so(n) so(n, so(no so(s& so(s) so(s, so(so so(v& so(v) so(v, so(vo
so1&( so1&1 so1&E so1&U so1&f so1&k so1&n so1&s so1&v so1(E so1(U so1)& so1), so1); so1)B so1)E
so1)U so1)c so1)f so1)k so1)o so1,( so1,f so1; so1;E so1;T so1;c so1;n so1A( so1Af so1As so1At so1Av
so1B( so1B1 so1BE so1Bf so1Bn so1Bs so1Bv so1E( so1E1 so1EU so1Ef so1Ek so1En so1Eo so1Es so1Ev
so1T( so1T1 so1TE so1TT so1Tf so1Tn so1Ts so1Tv so1U so1U( so1U1 so1U; so1UE so1UT so1Uc so1Uf so1Uk
so1Uo so1Us so1Uv so1c so1f( so1k( so1k) so1k1 so1kB so1kU so1kf so1kn so1ks so1kv so1n& so1n( so1n,
so1nE so1nU so1sU so1sv so1v( so1vU so1vf so1vo so1vs soU(E soUEk soUEn sof() sof(1 sof(E sof(f
sof(n sof(s sof(v sok&( sok&1 sok&f sok&n sok&s sok&v sok(1 sok(f sok(n sok(s sok(v sok1c sok1o
sokf( soknc soko( soko1 sokof sokon sokos sokov soksc sokso sokvc sokvo son&( son&1 son&E son&U
son&f son&k son&n son&s son&v son(1 son(E son(U son(f son(s son(v son)& son), son); son)B son)E
son)U son)c son)f son)k son)o son,( son,f son1( son1U son1o son1v son; son;E son;T son;c son;n sonA(
sonAf sonAs sonAt sonAv sonB( sonB1 sonBE sonBf sonBn sonBs sonBv sonE( sonE1 sonEU sonEf sonEn
sonEo sonEs sonEv sonT( sonT1 sonTE sonTT sonTf sonTn sonTs sonTv sonU sonU( sonU1 sonU; sonUE sonUT
sonUc sonUf sonUk sonUo sonUs sonUv sonf( sonk( sonk) sonk1 sonkB sonkU sonkf sonks sonkv sonsU sos
sos&( sos&1 sos&E sos&U sos&f sos&k sos&n sos&s sos&v sos(E sos(U sos)& sos), sos); sos)B sos)E
sos)U sos)c sos)f sos)k sos)o sos,( sos,f sos1( sos1U sos1f sos1n sos1s sos1v sos; sos;E sos;T sos;c
sos;n sosA( sosAf sosAs sosAt sosAv sosB( sosB1 sosBE sosBf sosBn sosBs sosBv sosE( sosE1 sosEU
sosEf sosEk sosEn sosEo sosEs sosEv sosT( sosT1 sosTE sosTT sosTf sosTn sosTs sosTv sosU sosU( sosU1
sosU; sosUE sosUT sosUc sosUf sosUk sosUo sosUs sosUv sosc sosf( sosk( sosk) sosk1 soskB soskU soskf
soskn sosks soskv sosv( sosvU sosvf sosvo sosvs sov sov&( sov&1 sov&E sov&U sov&f sov&k sov&n sov&s
sov&v sov(E sov(U sov)& sov), sov); sov)B sov)E sov)U sov)c sov)f sov)k sov)o sov,( sov,f sov; sov;E
sov;T sov;c sov;n sovA( sovAf sovAs sovAt sovAv sovB( sovB1 sovBE sovBf sovBn sovBs sovBv sovE(
sovE1 sovEU sovEf sovEk sovEn sovEo sovEs sovEv sovT( sovT1 sovTE sovTT sovTf sovTn sovTs sovTv sovU
sovU( sovU1 sovU; sovUE sovUT sovUc sovUf sovUk sovUo sovUs sovUv sovc sovf( sovk( sovk) sovk1 sovkB
sovkU sovkf sovkn sovks sovkv sovo( sovoU sovof sovok sovos sovs( sovs1 sovsU sovsf sovso sovsv svUE
svUE; svUEc svUEk svf() svf(1 svf(f svf(n svf(s svf(v svo(1 svo(f svo(n svo(s svo(v svof( svos(
svos1 svosU svosf svosv svs; svs;c svsc svso( svso1 svsof svson svsos svsov v&(1& v&(1) v&(1, v&(1o
v&(E( v&(E1 v&(Ef v&(Ek v&(En v&(Eo v&(Es v&(Ev v&(f( v&(n& v&(n) v&(n, v&(no v&(s& v&(s) v&(s,
v&(so v&(v& v&(v) v&(v, v&(vo v&1 v&1&( v&1&1 v&1&f v&1&n v&1&s v&1&v v&1)& v&1)U v&1)c v&1)o v&1;
v&1;E v&1;T v&1;c v&1B( v&1B1 v&1Bf v&1Bn v&1Bs v&1Bv v&1Ek v&1En v&1Tn v&1U v&1U( v&1U; v&1UE v&1Uc
v&1c v&1f( v&1k( v&1k1 v&1kf v&1kn v&1ks v&1kv v&1o( v&1of v&1os v&1ov v&E(1 v&E(f v&E(n v&E(o v&E(s
v&E(v v&E1 v&E1; v&E1c v&E1k v&E1o v&Ef( v&Ek( v&Ek1 v&Ekf v&Ekn v&Eks v&Ekv v&En v&En; v&Enc v&Enk
v&Eno v&Es v&Es; v&Esc v&Esk v&Eso v&Ev v&Ev; v&Evc v&Evk v&Evo v&f() v&f(1 v&f(E v&f(f v&f(n v&f(s
v&f(v v&k&( v&k&1 v&k&f v&k&n v&k&s v&k&v v&k(1 v&k(f v&k(n v&k(s v&k(v v&k1o v&kc v&kf( v&knk v&ko(
v&ko1 v&kof v&kok v&kon v&kos v&kov v&kso v&kvo v&n v&n&( v&n&1 v&n&f v&n&n v&n&s v&n&v v&n)& v&n)U
v&n)c v&n)o v&n; v&n;E v&n;T v&n;c v&nB( v&nB1 v&nBf v&nBn v&nBs v&nBv v&nEn v&nTn v&nU v&nU( v&nU;
v&nUE v&nUc v&nc v&nf( v&nk( v&nk1 v&nkf v&nkn v&nks v&nkv v&no( v&nof v&nos v&nov v&s v&s&( v&s&1
v&s&f v&s&n v&s&s v&s&v v&s)& v&s)U v&s)c v&s)o v&s1 v&s1; v&s1c v&s; v&s;E v&s;T v&s;c v&sB( v&sB1
v&sBf v&sBn v&sBs v&sBv v&sEk v&sEn v&sTn v&sU v&sU( v&sU; v&sUE v&sUc v&sc v&sf( v&sk( v&sk1 v&skf
v&skn v&sks v&skv v&so( v&so1 v&sof v&son v&sos v&sov v&sv v&sv; v&svc v&svo v&v v&v&( v&v&1 v&v&f
v&v&n v&v&s v&v&v v&v)& v&v)U v&v)c v&v)o v&v; v&v;E v&v;T v&v;c v&vB( v&vB1 v&vBf v&vBn v&vBs v&vBv
v&vEk v&vEn v&vTn v&vU v&vU( v&vU; v&vUE v&vUc v&vc v&vf( v&vk( v&vk1 v&vkf v&vkn v&vks v&vkv v&vo(
v&vof v&vos v&vs v&vs; v&vsc v&vso v(Ef( v(Ekf v(Ekn v(Enk v(U(E v)&(1 v)&(E v)&(f v)&(n v)&(s v)&(v
v)&1 v)&1& v)&1) v)&1; v)&1B v)&1U v)&1c v)&1f v)&1o v)&f( v)&n v)&n& v)&n) v)&n; v)&nB v)&nU v)&nc
v)&nf v)&no v)&s v)&s& v)&s) v)&s; v)&sB v)&sU v)&sc v)&sf v)&so v)&v v)&v& v)&v) v)&v; v)&vB v)&vU
v)&vc v)&vf v)&vo v),(1 v),(f v),(n v),(s v),(v v);E( v);E1 v);Ef v);Ek v);En v);Eo v);Es v);Ev
v);T( v);T1 v);Tf v);Tk v);Tn v);To v);Ts v);Tv v)B(1 v)B(f v)B(n v)B(s v)B(v v)B1 v)B1& v)B1; v)B1U
v)B1c v)B1k v)B1n v)B1o v)Bf( v)Bn v)Bn& v)Bn; v)BnU v)Bnc v)Bnk v)Bno v)Bs v)Bs& v)Bs; v)BsU v)Bsc
v)Bsk v)Bso v)Bv v)Bv& v)Bv; v)BvU v)Bvc v)Bvk v)Bvo v)E(1 v)E(f v)E(n v)E(s v)E(v v)E1c v)E1o v)Ef(
v)Ek( v)Ek1 v)Ekf v)Ekn v)Eks v)Ekv v)Enc v)Eno v)Esc v)Eso v)Evc v)Evo v)U(E v)UE( v)UE1 v)UEf
v)UEk v)UEn v)UEs v)UEv v)c v)f(f v)k(1 v)k(f v)k(n v)k(s v)k(v v)k1& v)k1; v)k1B v)k1E v)k1U v)k1o
v)kB( v)kB1 v)kBf v)kBn v)kBs v)kBv v)kUE v)kf( v)kn& v)kn; v)knB v)knE v)knU v)knc v)knk v)ks&
v)ks; v)ksB v)ksE v)ksU v)kso v)kv& v)kv; v)kvB v)kvE v)kvU v)kvo v)o(1 v)o(E v)o(f v)o(n v)o(s
v)o(v v)o1 v)o1& v)o1) v)o1; v)o1B v)o1U v)o1c v)o1k v)of( v)on v)on& v)on) v)on; v)onB v)onU v)onc
v)onk v)os v)os& v)os) v)os; v)osB v)osU v)osc v)osk v)ov v)ov& v)ov) v)ov; v)ovB v)ovU v)ovc v)ovk
v)ovo v,(1) v,(1o v,(E( v,(E1 v,(Ef v,(Ek v,(En v,(Es v,(Ev v,(f( v,(n) v,(no v,(s) v,(so v,(v)
v,(vo v,f() v,f(1 v,f(f v,f(n v,f(s v,f(v v;E(1 v;E(E v;E(f v;E(n v;E(s v;E(v v;E1, v;E1; v;E1T
v;E1c v;E1k v;E1o v;Ef( v;Ek( v;Ek1 v;Ekf v;Ekn v;Eko v;Eks v;Ekv v;En, v;En; v;EnE v;EnT v;Enc
v;Enk v;Eno v;Es, v;Es; v;EsT v;Esc v;Esk v;Eso v;Ev, v;Ev; v;EvT v;Evc v;Evk v;Evo v;T(1 v;T(E
v;T(c v;T(f v;T(n v;T(s v;T(v v;T1( v;T1, v;T1; v;T1T v;T1c v;T1f v;T1k v;T1o v;T; v;T;c v;TTn v;Tf(
v;Tk( v;Tk1 v;Tkf v;Tkk v;Tkn v;Tko v;Tks v;Tkv v;Tn( v;Tn, v;Tn1 v;Tn; v;TnE v;TnT v;Tnc v;Tnf
v;Tnk v;Tnn v;Tno v;Tns v;Tnv v;To( v;Ts( v;Ts, v;Ts; v;TsT v;Tsc v;Tsf v;Tsk v;Tso v;Tv( v;Tv,
v;Tv; v;TvT v;Tvc v;Tvf v;Tvk v;Tvo v;n:T vA(f( vA(n) vA(no vA(s) vA(so vA(v) vA(vo vAf() vAf(1
vAf(f vAf(n vAf(s vAf(v vAsUE vAso( vAso1 vAsof vAson vAsos vAsov vAtUE vAto( vAto1 vAtof vAton
vAtos vAtov vAvUE vAvo( vAvof vAvos vB(1) vB(1o vB(f( vB(no vB(s) vB(so vB(v) vB(vo vB1 vB1&( vB1&1
vB1&f vB1&n vB1&s vB1&v vB1,( vB1,f vB1; vB1;c vB1B( vB1B1 vB1Bf vB1Bn vB1Bs vB1Bv vB1U( vB1UE vB1c
vB1k( vB1k1 vB1kf vB1kn vB1ks vB1kv vB1o( vB1of vB1os vB1ov vBE(1 vBE(f vBE(n vBE(s vBE(v vBEk(
vBf() vBf(1 vBf(f vBf(n vBf(s vBf(v vBn vBn&( vBn&1 vBn&f vBn&n vBn&s vBn&v vBn,( vBn,f vBn; vBn;c
vBnB( vBnB1 vBnBf vBnBn vBnBs vBnBv vBnU( vBnUE vBnc vBnk( vBnk1 vBnkf vBnkn vBnks vBnkv vBno( vBnof
vBnos vBnov vBs vBs&( vBs&1 vBs&f vBs&n vBs&s vBs&v vBs,( vBs,f vBs; vBs;c vBsB( vBsB1 vBsBf vBsBn
vBsBs vBsBv vBsU( vBsUE vBsc vBsk( vBsk1 vBskf vBskn vBsks vBskv vBso( vBso1 vBsof vBson vBsos vBsov
vBv vBv&( vBv&1 vBv&f vBv&n vBv&s vBv&v vBv,( vBv,f vBv; vBv;c vBvB( vBvB1 vBvBf vBvBn vBvBs vBvBv
vBvU( vBvUE vBvc vBvk( vBvk1 vBvkf vBvkn vBvks vBvkv vBvo( vBvof vBvos vE(1) vE(1o vE(f( vE(n) vE(no
vE(s) vE(so vE(v) vE(vo vE1;T vE1T( vE1T1 vE1Tf vE1Tn vE1Ts vE1Tv vE1UE vE1c vE1o( vE1of vE1os vE1ov
vEU(1 vEU(f vEU(n vEU(s vEU(v vEU1, vEU1c vEU1o vEUEf vEUEk vEUf( vEUs, vEUsc vEUso vEUv, vEUvc
vEUvo vEf() vEf(1 vEf(f vEf(n vEf(s vEf(v vEk(1 vEk(E vEk(f vEk(n vEk(s vEk(v vEk1; vEk1T vEk1U
vEk1c vEk1o vEkU( vEkU1 vEkUE vEkUf vEkUs vEkUv vEkf( vEkn; vEknE vEknT vEknU vEknc vEkok vEks;
vEksT vEksU vEksc vEkso vEkv; vEkvT vEkvU vEkvc vEkvo vEn;T vEnEn vEnT( vEnT1 vEnTf vEnTn vEnTs
vEnTv vEnUE vEnc vEno( vEnof vEnos vEnov vEokn vEs;T vEsT( vEsT1 vEsTf vEsTn vEsTs vEsTv vEsUE vEsc
vEso( vEso1 vEsof vEson vEsos vEsov vEv;T vEvT( vEvT1 vEvTf vEvTn vEvTs vEvTv vEvUE vEvc vEvo( vEvof
vEvos vT(1) vT(1o vT(f( vT(n) vT(no vT(s) vT(so vT(v) vT(vo vT1(f vT1o( vT1of vT1os vT1ov vTE(1
vTE(f vTE(n vTE(s vTE(v vTE1n vTE1o vTEf( vTEk( vTEk1 vTEkf vTEkn vTEks vTEkv vTEnn vTEno vTEsn
vTEso vTEvn vTEvo vTTnE vTTnT vTTnk vTTnn vTf() vTf(1 vTf(f vTf(n vTf(s vTf(v vTn(1 vTn(f vTn(s
vTn(v vTn1c vTn1o vTn;E vTn;T vTn;n vTnE( vTnE1 vTnEf vTnEn vTnEs vTnEv vTnT( vTnT1 vTnTf vTnTn
vTnTs vTnTv vTnf( vTnkn vTnn: vTnnc vTnno vTno( vTnof vTnos vTnov vTnsc vTnso vTnvc vTnvo vTs(f
vTso( vTso1 vTsof vTson vTsos vTsov vTv(1 vTv(f vTvo( vTvof vTvos vU vU(1) vU(1o vU(E( vU(E1 vU(Ef
vU(Ek vU(En vU(Es vU(Ev vU(f( vU(n) vU(no vU(s) vU(so vU(v) vU(vo vU1,( vU1,f vU1c vU1o( vU1of vU1os
vU1ov vU; vU;c vUE vUE(1 vUE(E vUE(f vUE(n vUE(o vUE(s vUE(v vUE1 vUE1& vUE1( vUE1) vUE1, vUE1;
vUE1B vUE1U vUE1c vUE1f vUE1k vUE1n vUE1o vUE1s vUE1v vUE; vUE;c vUEc vUEf vUEf( vUEf, vUEf; vUEfc
vUEk vUEk( vUEk1 vUEk; vUEkc vUEkf vUEkn vUEko vUEks vUEkv vUEn vUEn& vUEn( vUEn) vUEn, vUEn1 vUEn;
vUEnB vUEnU vUEnc vUEnf vUEnk vUEno vUEns vUEok vUEon vUEs vUEs& vUEs( vUEs) vUEs, vUEs1 vUEs; vUEsB
vUEsU vUEsc vUEsf vUEsk vUEso vUEsv vUEv vUEv& vUEv( vUEv) vUEv, vUEv; vUEvB vUEvU vUEvc vUEvf vUEvk
vUEvn vUEvo vUEvs vUTn( vUTn1 vUTnf vUTnn vUTns vUTnv vUc vUf() vUf(1 vUf(f vUf(n vUf(s vUf(v vUk(E
vUo(E vUon( vUon1 vUonf vUons vUs,( vUs,f vUsc vUso( vUso1 vUsof vUson vUsos vUsov vUv,( vUv,f vUvc
vUvo( vUvof vUvos vc vf()1 vf()U vf()f vf()k vf()n vf()o vf()s vf()v vf(1) vf(1n vf(1o vf(E( vf(E1
vf(Ef vf(Ek vf(En vf(Es vf(Ev vf(f( vf(n) vf(n, vf(no vf(s) vf(so vf(v) vf(vo vk(1) vk(1o vk(f(
vk(n) vk(no vk(s) vk(so vk(v) vk(vo vk)&( vk)&1 vk)&f vk)&n vk)&s vk)&v vk);E vk);T vk)B( vk)B1
vk)Bf vk)Bn vk)Bs vk)Bv vk)E( vk)E1 vk)Ef vk)Ek vk)En vk)Es vk)Ev vk)UE vk)f( vk)o( vk)of vk1 vk1&(
vk1&1 vk1&f vk1&n vk1&s vk1&v vk1; vk1;E vk1;T vk1;c vk1B( vk1B1 vk1Bf vk1Bn vk1Bs vk1Bv vk1E( vk1E1
vk1Ef vk1Ek vk1En vk1Es vk1Ev vk1U( vk1UE vk1c vk1o( vk1of vk1os vk1ov vkUE( vkUE1 vkUEf vkUEk vkUEn
vkUEs vkUEv vkf() vkf(1 vkf(f vkf(n vkf(s vkf(v vkn vkn&( vkn&1 vkn&f vkn&n vkn&s vkn&v vkn; vkn;E
vkn;T vkn;c vknB( vknB1 vknBf vknBn vknBs vknBv vknE( vknE1 vknEf vknEn vknEs vknEv vknU( vknUE vknc
vks vks&( vks&1 vks&f vks&n vks&s vks&v vks; vks;E vks;T vks;c vksB( vksB1 vksBf vksBn vksBs vksBv
vksE( vksE1 vksEf vksEk vksEn vksEs vksEv vksU( vksUE vksc vkso( vkso1 vksof vkson vksos vksov vkv
vkv&( vkv&1 vkv&f vkv&n vkv&s vkv&v vkv; vkv;E vkv;T vkv;c vkvB( vkvB1 vkvBf vkvBn vkvBs vkvBv vkvE(
vkvE1 vkvEf vkvEk vkvEn vkvEs vkvEv vkvU( vkvUE vkvc vkvo( vkvof vkvos vo(1& vo(1) vo(1, vo(1o vo(E(
vo(E1 vo(EE vo(Ef vo(Ek vo(En vo(Eo vo(Es vo(Ev vo(f( vo(n& vo(n) vo(n, vo(no vo(s& vo(s) vo(s,
vo(so vo(v& vo(v) vo(v, vo(vo voU(E voUEk voUEn vof() vof(1 vof(E vof(f vof(n vof(s vof(v vok&(
vok&1 vok&f vok&n vok&s vok&v vok(1 vok(f vok(n vok(s vok(v vok1c vok1o vokf( voknc voko( voko1
vokof vokon vokos vokov voksc vokso vokvc vokvo vos vos&( vos&1 vos&E vos&U vos&f vos&k vos&n vos&s
vos&v vos(E vos(U vos)& vos), vos); vos)B vos)E vos)U vos)c vos)f vos)k vos)o vos,( vos,f vos1(
vos1U vos1f vos1n vos1s vos1v vos; vos;E vos;T vos;c vos;n vosA( vosAf vosAs vosAt vosAv vosB( vosB1
vosBE vosBf vosBn vosBs vosBv vosE( vosE1 vosEU vosEf vosEk vosEn vosEo vosEs vosEv vosT( vosT1
vosTE vosTT vosTf vosTn vosTs vosTv vosU vosU( vosU1 vosU; vosUE vosUT vosUc vosUf vosUk vosUo vosUs
vosUv vosc vosf( vosk( vosk) vosk1 voskB voskU voskf voskn vosks voskv vosv( vosvU vosvf vosvo vosvs
`;

/** In upper case, the form in which fingerprints are compared (docs/spec/libinjection.md#verdict). */
export const fingerprints: ReadonlySet<string> = new Set(table.toUpperCase().trim().split(/\s+/));
